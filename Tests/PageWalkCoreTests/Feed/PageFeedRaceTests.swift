// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PageWalkCore

/// Refresh, reset and cancellation while requests are on their way.
@Suite(.timeLimit(.minutes(1)))
@MainActor
struct PageFeedRaceTests {
  let pages = ScriptedPages()

  /// A feed that has loaded 0 to 19, and whose next page is on its way.
  func feedThatLoadsItsSecondPage() async -> (PageFeed<Int>, ScriptedPages.Call) {
    let feed = PageFeed(pages)
    feed.start()
    await pages.call().answer(0..<20, total: 95)
    await feed.settled()
    feed.itemAppeared(at: 19)
    return (feed, await pages.call())
  }

  // MARK: refresh

  @Test func refreshKeepsTheOldItemsUntilTheNewOnesCome() async {
    let feed = PageFeed(pages)
    feed.start()
    await pages.call().answer(0..<20, isLast: true)
    await feed.settled()
    feed.refresh()
    #expect(feed.isRefreshing)
    #expect(feed.phase == .loaded)
    #expect(feed.footer == .finished)
    let call = await pages.call()
    #expect(feed.items == Array(0..<20))
    call.answer([100, 1, 2])
    await feed.settled()
    #expect(!feed.isRefreshing)
    #expect(feed.items == [100, 1, 2])
    #expect(feed.footer == .idle)
    #expect(feed.pageCount == 1)
  }

  @Test func aRefreshThatFailsKeepsTheOldItems() async {
    let feed = PageFeed(pages)
    feed.start()
    await pages.call().answer(0..<20, total: 95)
    await feed.settled()
    feed.refresh()
    await pages.call().fail()
    await feed.settled()
    #expect(feed.items == Array(0..<20))
    #expect(feed.total == 95)
    #expect(feed.footer == .failed)
    feed.itemAppeared(at: 19)
    #expect(!feed.isLoading)
    feed.retry()
    #expect(feed.isRefreshing)
    await pages.call().answer([3], total: 1)
    await feed.settled()
    #expect(feed.items == [3])
    #expect(feed.total == 1)
  }

  @Test func refreshWhileAPageLoadsGivesThatPageUp() async {
    let (feed, old) = await feedThatLoadsItsSecondPage()
    let oldCall = feed.current.call
    feed.refresh()
    #expect(pages.cancelled == 1)
    let fresh = await pages.call()
    fresh.answer([50, 51])
    await feed.settled()
    #expect(feed.items == [50, 51])
    old.answer(20..<40)
    await oldCall?.value
    #expect(feed.items == [50, 51])
    #expect(feed.footer == .idle)
  }

  @Test func refreshWhileRefreshingBeginsAgain() async {
    let (feed, second) = await feedThatLoadsItsSecondPage()
    second.fail()
    await feed.settled()
    feed.refresh()
    let abandoned = await pages.call()
    let abandonedCall = feed.pending?.call
    feed.refresh()
    abandoned.answer([66])
    await abandonedCall?.value
    #expect(feed.items == Array(0..<20))
    await pages.call().answer([77])
    await feed.settled()
    #expect(feed.items == [77])
  }

  @Test func refreshOfNothingShowsLoading() async {
    let feed = PageFeed(pages)
    feed.start()
    await pages.call().end()
    await feed.settled()
    #expect(feed.phase == .empty)
    feed.refresh()
    #expect(feed.phase == .loading)
    await pages.call().fail()
    await feed.settled()
    #expect(feed.phase == .failed)
  }

  @Test func aCancelledRefreshLeavesTheListWhereItWas() async {
    let (feed, second) = await feedThatLoadsItsSecondPage()
    second.answer(20..<40)
    await feed.settled()
    feed.refresh()
    let refreshed = await pages.call()
    let refreshCall = feed.pending?.call
    feed.cancel()
    #expect(!feed.isLoading)
    #expect(feed.footer == .idle)
    refreshed.answer([99])
    await refreshCall?.value
    #expect(feed.items == Array(0..<40))
    feed.itemAppeared(at: 39)
    await pages.call().answer(40..<60)
    await feed.settled()
    #expect(feed.items == Array(0..<60))
  }

  @Test func theOldPageIsNotLostWhereTheRefreshIsCancelled() async {
    let (feed, second) = await feedThatLoadsItsSecondPage()
    let secondCall = feed.current.call
    feed.refresh()
    let refreshed = await pages.call()
    second.answer(20..<40)
    await secondCall?.value
    #expect(feed.items == Array(0..<40))
    #expect(feed.isRefreshing)
    feed.cancel()
    refreshed.fail()
    #expect(!feed.isLoading)
    #expect(feed.footer == .idle)
  }

  // MARK: reset

  @Test func aLateAnswerOfTheOldSearchIsDropped() async {
    let (feed, old) = await feedThatLoadsItsSecondPage()
    let oldCall = feed.current.call
    let search = ScriptedPages()
    feed.reset { { try await search.nextPage() } }
    #expect(feed.phase == .loading)
    #expect(feed.items.isEmpty)
    #expect(feed.total == nil)
    #expect(feed.pageCount == 0)
    #expect(pages.cancelled == 1)
    let new = await search.call()
    old.answer(20..<40, isLast: true, total: 40)
    await oldCall?.value
    #expect(feed.items.isEmpty)
    #expect(feed.phase == .loading)
    new.answer([1, 2, 3])
    await feed.settled()
    #expect(feed.items == [1, 2, 3])
    #expect(feed.footer == .idle)
  }

  @Test func aLateFailureOfTheOldSearchIsDropped() async {
    let (feed, old) = await feedThatLoadsItsSecondPage()
    let oldCall = feed.current.call
    let search = ScriptedPages()
    feed.reset { { try await search.nextPage() } }
    await search.call().answer([1, 2, 3])
    await feed.settled()
    old.fail()
    await oldCall?.value
    #expect(feed.failure == nil)
    #expect(feed.footer == .idle)
    feed.refresh()
    await search.call().answer([4], isLast: true)
    await feed.settled()
    #expect(feed.items == [4])
    #expect(pages.count == 2)
  }

  @Test func resetForgetsAFailureAndARefresh() async {
    let (feed, second) = await feedThatLoadsItsSecondPage()
    second.fail()
    await feed.settled()
    feed.refresh()
    let abandoned = await pages.call()
    let search = ScriptedPages()
    feed.reset { { try await search.nextPage() } }
    #expect(!feed.isRefreshing)
    #expect(feed.phase == .loading)
    abandoned.fail()
    await search.call().answer([0, 1], isLast: true)
    await feed.settled()
    #expect(feed.items == [0, 1])
  }

  // MARK: cancellation

  @Test func aViewThatGoesAwayLeavesNoStateAtLoading() async {
    let feed = PageFeed(pages)
    feed.start()
    let call = await pages.call()
    feed.cancel()
    #expect(pages.cancelled == 1)
    #expect(!feed.isLoading)
    #expect(feed.phase != .loading)
    #expect(feed.footer == .idle)
    #expect(feed.failure is CancellationError)
    call.fail(CancellationError())
    feed.start()
    #expect(feed.phase == .loading)
    await pages.call().answer(0..<20)
    await feed.settled()
    #expect(feed.items == Array(0..<20))
    #expect(pages.mostAtATime == 1)
  }

  @Test func scrollingGoesOnAfterACancelledPage() async {
    let (feed, second) = await feedThatLoadsItsSecondPage()
    feed.cancel()
    #expect(feed.footer == .idle)
    second.fail(ScriptedPages.Failure(reason: "cancelled, in the words of a transport"))
    feed.itemAppeared(at: 3)
    #expect(!feed.isLoading)
    feed.itemAppeared(at: 18)
    await pages.call().answer(20..<40)
    await feed.settled()
    #expect(feed.items == Array(0..<40))
    #expect(feed.failure == nil)
    #expect(pages.mostAtATime == 1)
  }

  @Test func fillingDoesNotUndoACancellation() async {
    let (feed, second) = await feedThatLoadsItsSecondPage()
    feed.cancel()
    second.fail(CancellationError())
    feed.fill(visibleRows: 60)
    #expect(!feed.isLoading)
    feed.start()
    #expect(feed.isLoading)
    await pages.call().answer(20..<80)
    await feed.settled()
    #expect(feed.items.count == 80)
  }

  @Test func aPageThatComesInSpiteOfCancellationIsNotLost() async {
    let (feed, second) = await feedThatLoadsItsSecondPage()
    let call = feed.current.call
    feed.fill(visibleRows: 60)
    feed.cancel()
    second.answer(20..<40)
    await call?.value
    #expect(feed.items == Array(0..<40))
    #expect(!feed.isLoading)
    feed.itemAppeared(at: 39)
    await pages.call().answer(40..<60, isLast: true)
    await feed.settled()
    #expect(feed.items == Array(0..<60))
  }

  @Test func askingAgainWaitsForTheCancelledRequestToEnd() async {
    let (feed, second) = await feedThatLoadsItsSecondPage()
    let call = feed.current.call
    feed.cancel()
    feed.retry()
    #expect(feed.isLoading)
    #expect(pages.count == 2)
    second.fail(CancellationError())
    await call?.value
    await pages.call().answer(20..<40)
    await feed.settled()
    #expect(feed.items == Array(0..<40))
    #expect(pages.mostAtATime == 1)
  }

  @Test func loadingAllCanBeInterrupted() async {
    let (feed, second) = await feedThatLoadsItsSecondPage()
    feed.loadAll()
    second.answer(20..<40)
    let third = await pages.call()
    let call = feed.current.call
    feed.cancel()
    third.fail(CancellationError())
    await call?.value
    #expect(feed.items == Array(0..<40))
    #expect(!feed.isLoading)
    feed.itemAppeared(at: 39)
    await pages.call().answer(40..<60)
    await feed.settled()
    #expect(feed.footer == .idle)
    #expect(feed.items.count == 60)
  }

  @Test func cancelDoesNothingWhereNothingIsAwaited() async {
    let (feed, second) = await feedThatLoadsItsSecondPage()
    second.fail()
    await feed.settled()
    feed.cancel()
    #expect(feed.footer == .failed)
    feed.retry()
    await pages.call().answer(20..<25, isLast: true)
    await feed.settled()
    feed.cancel()
    #expect(feed.footer == .finished)
  }
}
