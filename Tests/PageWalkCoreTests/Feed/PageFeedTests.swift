// SPDX-License-Identifier: Apache-2.0

import Observation
import Synchronization
import Testing

@testable import PageWalkCore

@Suite(.timeLimit(.minutes(1)))
@MainActor
struct PageFeedTests {
  let pages = ScriptedPages()

  // MARK: What a view shows

  @Test func aFullViewShowsOneOfFourStates() async {
    let feed = PageFeed(pages)
    #expect(feed.phase == .loading)
    feed.start()
    #expect(feed.phase == .loading)
    await pages.call().fail()
    await feed.settled()
    #expect(feed.phase == .failed)
    #expect(feed.failure as? ScriptedPages.Failure == ScriptedPages.Failure())
    feed.retry()
    #expect(feed.phase == .loading)
    #expect(feed.failure == nil)
    await pages.call().answer(0..<20)
    await feed.settled()
    #expect(feed.phase == .loaded)
    #expect(feed.items == Array(0..<20))
  }

  @Test(arguments: [true, false])
  func nothingAtAllIsEmptyAndNotLoading(isSaidByThePage: Bool) async {
    let feed = PageFeed(pages)
    feed.start()
    let call = await pages.call()
    #expect(feed.phase == .loading)
    if isSaidByThePage { call.answer([], isLast: true) } else { call.end() }
    await feed.settled()
    #expect(feed.phase == .empty)
    #expect(feed.footer == .finished)
  }

  @Test func anEmptyFirstPageThatIsNotTheLastIsStillLoading() async {
    let feed = PageFeed(pages)
    feed.start()
    await pages.call().answer([])
    let second = await pages.call()
    #expect(feed.phase == .loading)
    second.answer([7])
    await feed.settled()
    #expect(feed.items == [7])
    #expect(feed.pageCount == 2)
    #expect(feed.page(ofItemAt: 0) == 2)
  }

  @Test func theFooterTellsWhatComesBelowTheLastRow() async {
    let feed = PageFeed(pages)
    feed.start()
    await pages.call().answer(0..<20)
    await feed.settled()
    #expect(feed.footer == .idle)
    feed.itemAppeared(at: 19)
    #expect(feed.footer == .loading)
    await pages.call().fail()
    await feed.settled()
    #expect(feed.footer == .failed)
    #expect(feed.phase == .loaded)
    feed.retry()
    #expect(feed.footer == .loading)
    await pages.call().answer(20..<25, isLast: true)
    await feed.settled()
    #expect(feed.footer == .finished)
    #expect(feed.items == Array(0..<25))
  }

  @Test func totalAndPagesAreTold() async {
    let feed = PageFeed(pages)
    #expect(feed.pageCount == 0)
    feed.start()
    await pages.call().answer(0..<3, total: 7)
    await feed.settled()
    #expect(feed.total == 7)
    feed.loadAll()
    await pages.call().answer([])
    await pages.call().answer(3..<6, total: 8)
    await pages.call().answer(6..<7, isLast: true)
    await feed.settled()
    #expect(feed.total == 8)
    #expect(feed.pageCount == 4)
    #expect((0..<7).map(feed.page) == [1, 1, 1, 3, 3, 3, 4])
  }

  // MARK: start

  @Test func theFirstPageIsLoadedOnceHoweverOftenTheViewAppears() async {
    let feed = PageFeed(pages)
    feed.start()
    feed.start()
    let call = await pages.call()
    feed.start()
    call.answer(0..<20)
    await feed.settled()
    feed.start()
    #expect(!feed.isLoading)
    #expect(pages.count == 1)
  }

  @Test func startAsksForNothingAfterAFailure() async {
    let feed = PageFeed(pages)
    feed.start()
    await pages.call().fail()
    await feed.settled()
    feed.start()
    #expect(!feed.isLoading)
    #expect(feed.phase == .failed)
    #expect(pages.count == 1)
  }

  @Test func nothingIsAskedForBeforeStart() {
    let feed = PageFeed(pages)
    feed.fill(visibleRows: 50)
    feed.itemAppeared(at: 0)
    #expect(!feed.isLoading)
  }

  // MARK: prefetch

  @Test(
    arguments: [
      (5, 14, false), (5, 15, true), (1, 18, false), (1, 19, true), (0, 19, true), (.max, 0, true),
      (.max, 19, true), (.max - 1, 0, true),
    ] as [(Int, Int, Bool)])
  func theNextPageIsAskedForNearTheEnd(distance: Int, row: Int, asks: Bool) async {
    let feed = PageFeed(pages, prefetchDistance: distance)
    feed.start()
    await pages.call().answer(0..<20)
    await feed.settled()
    feed.itemAppeared(at: row)
    #expect(feed.isLoading == asks)
    if asks { await pages.call().end() }
    await feed.settled()
  }

  @Test(arguments: [-1, 20, 1000])
  func aRowThatIsNotThereAsksForNothing(row: Int) async {
    let feed = PageFeed(pages)
    feed.start()
    await pages.call().answer(0..<20)
    await feed.settled()
    feed.itemAppeared(at: row)
    #expect(!feed.isLoading)
  }

  @Test func pagesThatBringTooFewRowsAreFollowedByMore() async {
    let feed = PageFeed(pages)
    feed.start()
    await pages.call().answer(0..<20)
    await feed.settled()
    feed.itemAppeared(at: 19)
    await pages.call().answer([])
    await pages.call().answer([20, 21])
    await pages.call().answer(0..<20)
    await pages.call().answer(22..<26)
    await feed.settled()
    #expect(feed.items == Array(0..<26))
    #expect(feed.footer == .idle)
  }

  // MARK: fill

  @Test func aTallScreenGoesOnLoading() async {
    let feed = PageFeed(pages)
    feed.start()
    feed.fill(visibleRows: 50)
    await pages.call().answer(0..<20)
    await pages.call().answer(20..<40)
    await pages.call().answer(40..<60)
    await feed.settled()
    #expect(feed.items.count == 60)
    #expect(feed.footer == .idle)
    feed.fill(visibleRows: 61)
    #expect(feed.isLoading)
    await pages.call().end()
    await feed.settled()
    #expect(pages.count == 4)
  }

  @Test func aTallScreenIsFilledAfterARefreshToo() async {
    let feed = PageFeed(pages)
    feed.fill(visibleRows: 5)
    feed.start()
    await pages.call().answer(0..<8)
    await feed.settled()
    feed.refresh()
    await pages.call().answer(0..<3)
    await pages.call().answer(3..<6)
    await feed.settled()
    #expect(feed.items == Array(0..<6))
  }

  @Test func aTallScreenAsksForNothingAfterAFailureOrTheEnd() async {
    let feed = PageFeed(pages)
    feed.start()
    await pages.call().answer(0..<3)
    await feed.settled()
    feed.fill(visibleRows: 10)
    await pages.call().fail()
    await feed.settled()
    feed.fill(visibleRows: 20)
    #expect(!feed.isLoading)
    feed.retry()
    await pages.call().answer(3..<4, isLast: true)
    await feed.settled()
    feed.fill(visibleRows: 30)
    #expect(!feed.isLoading)
    #expect(feed.footer == .finished)
  }

  // MARK: single flight

  @Test func fastScrollingRunsOneRequestAtATime() async {
    let feed = PageFeed(pages)
    feed.start()
    feed.fill(visibleRows: 10)
    for page in 0..<50 {
      for row in feed.items.indices { feed.itemAppeared(at: row) }
      let call = await pages.call()
      for row in feed.items.indices { feed.itemAppeared(at: row) }
      feed.start()
      feed.retry()
      feed.fill(visibleRows: 10)
      call.answer(page * 10..<(page + 1) * 10, isLast: page == 49)
      await feed.settled()
    }
    #expect(feed.items == Array(0..<500))
    #expect(pages.mostAtATime == 1)
    #expect(pages.count == 50)
    #expect(feed.footer == .finished)
  }

  @Test func ninetyFiveItemsInPagesOfTwentyWithFailures() async {
    let feed = PageFeed(pages)
    feed.start()
    var failures = 0
    for start in stride(from: 0, to: 95, by: 20) {
      for _ in 0..<(start / 20) {
        await pages.call().fail()
        await feed.settled()
        failures += 1
        #expect(feed.items == Array(0..<start))
        for row in feed.items.indices { feed.itemAppeared(at: row) }
        #expect(!feed.isLoading)
        feed.retry()
      }
      await pages.call().answer(start..<min(95, start + 20), isLast: start == 80)
      await feed.settled()
      #expect(feed.items == Array(0..<min(95, start + 20)))
      for row in feed.items.indices { feed.itemAppeared(at: row) }
    }
    #expect(feed.footer == .finished)
    #expect(pages.count == 5 + failures)
    #expect(failures == 10)
    #expect(feed.pageCount == 5)
  }

  // MARK: retry

  @Test func afterAFailureScrollingAsksForNothing() async {
    let feed = PageFeed(pages)
    feed.start()
    await pages.call().answer(0..<20)
    await feed.settled()
    feed.itemAppeared(at: 19)
    await pages.call().fail()
    await feed.settled()
    for _ in 0..<3 {
      for row in (0..<20).reversed() { feed.itemAppeared(at: row) }
      feed.fill(visibleRows: 40)
      feed.loadAll()
      feed.start()
    }
    #expect(!feed.isLoading)
    #expect(pages.count == 2)
    #expect(feed.items.count == 20)
    #expect(feed.footer == .failed)
  }

  @Test func retryDoesNothingWhereNothingFailed() async {
    let feed = PageFeed(pages)
    feed.retry()
    #expect(!feed.isLoading)
    feed.start()
    let call = await pages.call()
    feed.retry()
    call.answer(0..<20, isLast: true)
    await feed.settled()
    feed.retry()
    #expect(!feed.isLoading)
    #expect(pages.count == 1)
  }

  @Test func loadingAllGoesOnAfterARetry() async {
    let feed = PageFeed(pages)
    feed.start()
    feed.loadAll()
    await pages.call().answer(0..<5)
    await pages.call().fail()
    await feed.settled()
    feed.retry()
    await pages.call().answer(5..<10)
    await pages.call().answer(10..<15, isLast: true)
    await feed.settled()
    #expect(feed.items == Array(0..<15))
    #expect(pages.mostAtATime == 1)
  }

  // MARK: identity

  @Test func anItemThatComesTwiceIsShownOnce() async {
    let feed = PageFeed(pages)
    feed.start()
    feed.loadAll()
    await pages.call().answer([1, 2, 2, 3])
    await pages.call().answer([3, 4, 1, 5])
    await pages.call().answer([5, 5, 5], isLast: true)
    await feed.settled()
    #expect(feed.items == [1, 2, 3, 4, 5])
    #expect(feed.pageCount == 3)
  }

  @Test func itemsAreToldApartByTheirID() async {
    struct Row: Identifiable, Sendable, Equatable {
      var id: String
      var text = ""
    }
    let feed = PageFeed<Row> {
      {
        FeedPage(
          items: [Row(id: "a", text: "1"), Row(id: "b"), Row(id: "a", text: "2")], isLast: true)
      }
    }
    feed.start()
    await feed.settled()
    #expect(feed.items == [Row(id: "a", text: "1"), Row(id: "b")])
  }

  @Test func withoutIdentityEveryItemIsShown() async {
    let feed = PageFeed<Int>.withoutIdentity {
      { FeedPage(items: [1, 1, 1], isLast: true) }
    }
    feed.start()
    await feed.settled()
    #expect(feed.items == [1, 1, 1])
  }

  // MARK: activity

  /// A feed that loads its first page, and the clock that its spinner goes by.
  private func startedFeed() -> (PageFeed<Int>, ManualClock) {
    let clock = ManualClock()
    let feed = PageFeed(pages, clock: clock)
    feed.start()
    return (feed, clock)
  }

  /// The request for a page, when the time has begun after which the spinner shows.
  private func awaitedCall(_ clock: ManualClock) async -> ScriptedPages.Call {
    let call = await pages.call()
    await eventually { clock.sleeperCount == 1 }
    return call
  }

  @Test func theSpinnerAppearsAfterThreeTenthsOfASecond() async {
    let (feed, clock) = startedFeed()
    let call = await awaitedCall(clock)
    #expect(!feed.showsActivity)
    clock.advance(by: .milliseconds(299))
    #expect(clock.sleeperCount == 1)
    #expect(!feed.showsActivity)
    clock.advance(by: .milliseconds(1))
    await eventually { feed.showsActivity }
    #expect(feed.footer == .loading)
    call.answer(0..<20)
    await feed.settled()
    #expect(!feed.showsActivity)
  }

  @Test func aQuickAnswerShowsNoSpinner() async {
    let (feed, clock) = startedFeed()
    let first = await awaitedCall(clock)
    clock.advance(by: .milliseconds(200))
    first.answer(0..<20)
    await feed.settled()
    await eventually { clock.sleeperCount == 0 }
    feed.itemAppeared(at: 19)
    let second = await awaitedCall(clock)
    clock.advance(by: .milliseconds(299))
    #expect(clock.sleeperCount == 1)
    #expect(!feed.showsActivity)
    second.end()
    await feed.settled()
  }

  @Test func pagesThatBringNothingNewAreAwaitedAsOne() async {
    let (feed, clock) = startedFeed()
    let first = await awaitedCall(clock)
    clock.advance(by: .milliseconds(200))
    first.answer([])
    let second = await pages.call()
    #expect(!feed.showsActivity)
    clock.advance(by: .milliseconds(100))
    await eventually { feed.showsActivity }
    second.answer([])
    let third = await pages.call()
    #expect(feed.showsActivity)
    third.answer([1])
    await feed.settled()
    #expect(!feed.showsActivity)
  }

  @Test func aRefreshBeginsToWaitAnew() async {
    let (feed, clock) = startedFeed()
    let first = await awaitedCall(clock)
    clock.advance(by: .milliseconds(300))
    await eventually { feed.showsActivity }
    feed.refresh()
    #expect(!feed.showsActivity)
    first.end()
    let second = await awaitedCall(clock)
    clock.advance(by: .milliseconds(300))
    await eventually { feed.showsActivity }
    second.end()
    await feed.settled()
    #expect(!feed.showsActivity)
  }

  // MARK: Observation

  @Test func whatAViewReadsIsObserved() async {
    let feed = PageFeed(pages)
    let changes = Mutex(0)
    func watch() {
      withObservationTracking {
        _ = (feed.phase, feed.footer, feed.items.count)
      } onChange: {
        changes.withLock { $0 += 1 }
      }
    }
    watch()
    feed.start()
    #expect(changes.withLock { $0 } == 1)
    watch()
    await pages.call().answer([1])
    await feed.settled()
    #expect(changes.withLock { $0 } == 2)
  }

  @Test func aFeedThatIsGoneCancelsItsRequest() async {
    var feed: PageFeed<Int>? = PageFeed(pages)
    feed?.start()
    let call = await pages.call()
    feed = nil
    await eventually { pages.cancelled == 1 }
    call.end()
  }
}

/// Lets other tasks run until something has happened.
@MainActor
func eventually(_ condition: @MainActor () -> Bool) async {
  while !condition() { await Task.yield() }
}
