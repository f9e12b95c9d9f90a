// SPDX-License-Identifier: Apache-2.0

import PageWalkCore

/// What the options said, one field for each; ``Settings/plan(for:)`` makes a walk of it.
struct Settings {
  // Items
  var itemsKeys: [Key] = []
  var itemsOptional = false
  var entries = false

  // The next page
  var cursorKeys: [Source] = []
  var cursorPlaces: [Place] = []
  var nextKeys: [Source] = []
  var pagePlace: Place?
  var firstPage: Int?
  var pageStep: Int?
  var offsetPlace: Place?
  var firstOffset: Int?
  var stepsByLimit: Bool?
  var limitPlace: Place?
  var pageSize: Int?
  var then = WalkPlan.Then()
  var nextBase: WalkPlan.NextBase?
  var encoding = WalkPlan.CursorEncoding.percent
  var dropParameters: [String] = []
  var keepParameters: [String] = []
  var startAt: [String] = []
  var skipItems = 0
  var rebaseNext = false
  var noNext = false

  // When the walk ends
  var moreKey: Source?
  var endKey: Source?
  var totalKey: Source?
  var pagesKey: Source?
  var stops: Set<WalkPlan.StopRule> = []
  var maxPages: Int?
  var maxItems: Int?
  var onRepeat = WalkPlan.OnRepeat.fail
  var verifyTotal = false

  // What counts as a failed page
  var okStatuses: Set<Int> = []
  var errorKey: Source?
  var okKey: Source?
  var replacesInvalidUTF8 = false
  var jsonLines = false

  // Retry
  var retry = RetrySettings()

  // State and output files
  var output: String?
  var format = ItemWriter.Format.jsonl
  var dedup: Deduplicator.Rule?
  var summary: String?
  var state: String?
  var continues = false
  var restarts = false

  // The request
  var request = RequestOptions()
  var method: String?
  var data: [DataOption] = []
  var getsData = false

  // Credentials
  var allowedOrigins: [String] = []
  var trustedOrigins: [String] = []

  // What the user sees
  var silent = false
  var verbose = false
  var progress = ProgressMode.auto
  var columns: [Key] = []
  /// The presets that were given, by name.
  var presetNames: [String] = []

  // The command line itself
  /// How many URLs were given.
  var urlCount = 1
  /// The options of the request that a later run has to be given again, without their secrets.
  var requestWords: [String] = []

  /// When the progress line is shown.
  enum ProgressMode: String, CaseIterable {
    case auto, always, never
  }

  /// Who may say that a failed page is asked for again, and when.
  struct RetrySettings: Hashable {
    var retries = 0
    var allErrors = false
    var delay: Double?
    var maxDelay = 300.0
    var maxTime: Double?
    var command: String?
    var asks = true
    /// Seconds between the starts of two requests.
    var pace: Double?
  }
}
