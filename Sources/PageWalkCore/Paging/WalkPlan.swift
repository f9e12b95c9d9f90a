// SPDX-License-Identifier: Apache-2.0

/// What a walk is told: where it begins, where the items and the next page are, when it ends.
///
/// A plan is a value; nothing in it changes during a walk. Its fields are the options of the
/// command line under their own names.
public struct WalkPlan: Hashable, Sendable {
  /// The first request, before any page number, offset or page size is put into it.
  public var request: HTTPRequest

  /// Where the items are; empty: they are detected on page one.
  public var itemsKeys: [Key] = []

  /// Whether a page without the items key has no items, instead of being a failure.
  public var itemsOptional = false

  /// Whether the members of a selected object are items of the form `{"key":…,"value":…}`.
  public var entries = false

  /// The way to the next page.
  public var way: Way = .detect

  /// Where the page size goes, and the size.
  public var limitPlace: Place?
  /// How many items a page are asked for; informs `short` and a step by limit.
  public var pageSize: Int?

  /// What every request after the first uses instead of the first one's.
  public var then = Then()

  /// What a relative next URL is joined to, where that is not the page's own URL.
  public var nextBase: NextBase?
  /// How a cursor is written into a query or a path.
  public var encoding: CursorEncoding = .percent
  /// Query parameters that later requests must not carry.
  public var dropParameters: [String] = []
  /// Query parameters of the first request that are added to next URLs that lack them.
  public var keepParameters: [String] = []
  /// Whether of a next URL only path and query are taken.
  public var rebaseNext = false

  /// Where to begin instead of the beginning: a value for each cursor, or the page, offset or URL.
  public var startAt: [String] = []
  /// How many of the first page's items are dropped.
  public var skipItems = 0

  /// The walk is complete when this is false.
  public var moreKey: Source?
  /// The walk is complete when this is not false.
  public var endKey: Source?
  /// The number of items in all.
  public var totalKey: Source?
  /// The number of pages in all.
  public var pagesKey: Source?
  /// More signs of the end.
  public var stops: Set<StopRule> = []
  /// The user has enough after so many pages.
  public var maxPages: Int?
  /// The user has enough after so many items.
  public var maxItems: Int?
  /// What a request that was sent already means.
  public var onRepeat: OnRepeat = .fail

  /// Statuses other than 2xx that are pages.
  public var okStatuses: Set<Int> = []
  /// The page has failed when this is not false.
  public var errorKey: Source?
  /// The page has failed when this is false.
  public var okKey: Source?
  /// What is done about bytes that are not UTF-8.
  public var replacesInvalidUTF8 = false
  /// Whether every page is read as JSON Lines, whatever its content type.
  public var jsonLines = false

  /// What was detected on page one; nothing before that.
  package var detected = Detected()

  /// Creates a plan that detects items and pages.
  public init(request: HTTPRequest) {
    self.request = request
  }

  /// Creates a plan that detects items and pages.
  public init(url: String) {
    self.init(request: HTTPRequest(url: url))
  }
}

extension WalkPlan {
  /// The ways from a page to the next.
  public enum Way: Hashable, Sendable {
    /// Found on page one.
    case detect
    /// There is one page only.
    case single
    /// Values of the page go into the next request.
    case cursors([CursorRule])
    /// Pages are counted.
    case pages(PageRule)
    /// Items are counted.
    case offsets(OffsetRule)
  }

  /// One cursor: where it is read and where it goes.
  public struct CursorRule: Hashable, Sendable {
    /// Where the cursor is read.
    public var source: Source
    /// Where it goes in the next request.
    public var place: Place

    /// Creates a rule.
    public init(source: Source, place: Place) {
      self.source = source
      self.place = place
    }
  }

  /// A page number that counts up.
  public struct PageRule: Hashable, Sendable {
    /// Where the number goes.
    public var place: Place
    /// The first number; nil: what the request already says, or else 1.
    public var first: Int?
    /// How much the number grows.
    public var step = 1

    /// Creates a rule.
    public init(place: Place, first: Int? = nil, step: Int = 1) {
      self.place = place
      self.first = first
      self.step = step
    }
  }

  /// An offset that counts items.
  public struct OffsetRule: Hashable, Sendable {
    /// Where the offset goes.
    public var place: Place
    /// The first offset; nil: what the request already says, or else 0.
    public var first: Int?
    /// Whether the offset grows by the page size instead of by the items that came.
    public var stepsByLimit = false

    /// Creates a rule.
    public init(place: Place, first: Int? = nil, stepsByLimit: Bool = false) {
      self.place = place
      self.first = first
      self.stepsByLimit = stepsByLimit
    }
  }

  /// What later requests use instead of the first one's.
  public struct Then: Hashable, Sendable {
    /// The URL; relative to the start, and may hold `{NAME}`.
    public var url: String?
    /// The method; GET sends no body.
    public var method: String?
    /// The JSON body.
    public var data: [UInt8]?

    /// Nothing but what the first request has.
    public init() {}
  }

  /// What a relative next URL is joined to.
  public enum NextBase: Hashable, Sendable {
    /// A value of the page.
    case source(Source)
    /// A URL.
    case url(String)
  }

  /// How a cursor is written into a query or a path.
  public enum CursorEncoding: String, Hashable, Sendable, CaseIterable {
    /// Percent-encoded.
    case percent
    /// As JSON, then percent-encoded.
    case json
    /// Untouched.
    case raw
  }

  /// A sign that the walk is complete.
  public enum StopRule: Hashable, Sendable {
    /// A page without items.
    case empty
    /// A page with fewer items than the page size.
    case short
    /// The cursor just sent comes back.
    case repeatedCursor
    /// This status instead of a page.
    case status(Int)
  }

  /// What it means that a request would be sent again.
  public enum OnRepeat: String, Hashable, Sendable, CaseIterable {
    /// The walk has failed.
    case fail
    /// The walk is complete.
    case end
    /// Nothing.
    case allow
  }

  /// Whether the walk counts pages or items instead of following what the server hands out.
  package var isCounted: Bool {
    switch way {
    case .pages, .offsets: true
    case .detect, .single, .cursors: false
    }
  }

  /// A URL as it may be shown: without user info, and without the values of those parameters of the
  /// first request that are secret by their name.
  ///
  /// - Complexity: O(*n*) in the length of the URLs.
  package func masked(_ url: String) -> String {
    URLMask.masked(url, secretNames: URLMask.secretNames(in: request.url))
  }

  /// A URL as a message shows it: masked, without what a terminal would act on, and no longer than
  /// anybody reads.
  ///
  /// - Complexity: O(*n*) in the length of the URLs.
  package func shown(_ url: String) -> String {
    Printable.escaped(Printable.shortened(masked(url), to: 1000))
  }
}
