// SPDX-License-Identifier: Apache-2.0

import PageWalkCore

// From what the options said to a walk.
extension Settings {
  /// The walk of a start URL.
  ///
  /// - Throws: a ``UsageError`` where options contradict each other or the URL is none.
  func plan(for url: String) throws(UsageError) -> WalkPlan {
    var plan = WalkPlan(request: try firstRequest(for: url))
    plan.itemsKeys = itemsKeys
    plan.itemsOptional = itemsOptional
    plan.entries = entries
    plan.way = try way()
    plan.limitPlace = limitPlace
    plan.pageSize = pageSize
    plan.then = then
    plan.nextBase = nextBase
    plan.encoding = encoding
    plan.dropParameters = dropParameters
    plan.keepParameters = keepParameters
    plan.startAt = startAt
    plan.skipItems = skipItems
    plan.rebaseNext = rebaseNext
    plan.moreKey = moreKey
    plan.endKey = endKey
    plan.totalKey = totalKey
    plan.pagesKey = pagesKey
    plan.stops = stops
    plan.maxPages = maxPages
    plan.maxItems = maxItems
    plan.onRepeat = onRepeat
    plan.okStatuses = okStatuses
    plan.errorKey = errorKey
    plan.okKey = okKey
    plan.replacesInvalidUTF8 = replacesInvalidUTF8
    plan.jsonLines = jsonLines
    try check(plan)
    return plan
  }

  /// Where the walk may go.
  func origins(for plan: WalkPlan) throws(UsageError) -> OriginPolicy {
    guard let start = Origin(plan.request.url) else {
      throw UsageError("'\(URLMask.masked(plan.request.url))' is no URL of a web server.")
    }
    return OriginPolicy(
      start: start, allowed: try Self.origins(allowedOrigins, "--allow-origin"),
      trusted: try Self.origins(trustedOrigins, "--trust-origin"))
  }

  // MARK: - The first request

  private func firstRequest(for url: String) throws(UsageError) -> HTTPRequest {
    let start = try StartURL.read(url)
    do {
      return try RequestData.request(url: start, method: method, data: data, get: getsData)
    } catch {
      throw UsageError("The request's data can't be read: \(error.detail).")
    }
  }

  // MARK: - The way to the next page

  private func way() throws(UsageError) -> WalkPlan.Way {
    var ways: [(String, WalkPlan.Way)] = []
    if !cursorKeys.isEmpty || !nextKeys.isEmpty {
      ways.append(("--cursor-key or --next-key", .cursors(try cursorRules())))
    } else if !cursorPlaces.isEmpty {
      throw UsageError(
        "'--cursor-param' and '--cursor-to' need to know where the cursor is: say '--cursor-key'.")
    }
    if let place = pagePlace {
      let rule = WalkPlan.PageRule(place: place, first: firstPage, step: pageStep ?? 1)
      ways.append(("--page-param", .pages(rule)))
    } else if firstPage != nil || pageStep != nil {
      throw UsageError("'--first-page' and '--page-step' go with '--page-param'.")
    }
    if let place = offsetPlace {
      let rule = WalkPlan.OffsetRule(
        place: place, first: firstOffset, stepsByLimit: stepsByLimit ?? false)
      ways.append(("--offset-param", .offsets(rule)))
    } else if firstOffset != nil || stepsByLimit != nil {
      throw UsageError("'--first-offset' and '--offset-step' go with '--offset-param'.")
    }
    if noNext { ways.append(("--no-next", .single)) }
    guard ways.count <= 1 else {
      let names = ways.map { "'\($0.0)'" }.joined(separator: " and ")
      throw UsageError("A walk has one way to the next page, but \(names) were given.")
    }
    return ways.first?.1 ?? .detect
  }

  private func cursorRules() throws(UsageError) -> [WalkPlan.CursorRule] {
    var places = cursorPlaces
    if cursorKeys.count == 1 && places.isEmpty { places = [Place(query: "cursor")] }
    guard places.count == cursorKeys.count else {
      throw UsageError(
        "Each '--cursor-key' needs its '--cursor-to' (or '--cursor-param'): "
          + "there are \(cursorKeys.count) of the one and \(places.count) of the other.")
    }
    return zip(cursorKeys, places).map { .init(source: $0, place: $1) }
      + nextKeys.map { .init(source: $0, place: .url) }
  }

  // MARK: - What can't be

  private func check(_ plan: WalkPlan) throws(UsageError) {
    if plan.limitPlace != nil && plan.pageSize == nil && presetNames.isEmpty {
      throw UsageError("'--limit-param' goes with '--page-size'.")
    }
    if case .offsets(let rule) = plan.way, rule.stepsByLimit, plan.pageSize == nil {
      throw UsageError("'--offset-step limit' needs the page size: say '--page-size'.")
    }
    var places = [plan.limitPlace].compactMap { $0 }
    switch plan.way {
    case .cursors(let rules): places += rules.map(\.place)
    case .pages(let rule): places.append(rule.place)
    case .offsets(let rule): places.append(rule.place)
    case .single, .detect: break
    }
    let body = plan.then.data ?? plan.request.body
    for place in places {
      if place.isOfJSONBody && (body == nil || (try? JSONDocument(body ?? [])) == nil) {
        throw UsageError(
          "'\(place)' needs a JSON body to put the value into: say '--json' or '-d'.")
      }
      if plan.isCounted && !place.takesNumbers {
        throw UsageError("'\(place)' can't take a number.")
      }
    }
    if continues && restarts {
      throw UsageError("'--continue' and '--restart' exclude each other.")
    }
    if (continues || restarts) && state == nil {
      throw UsageError("'--continue' and '--restart' go with '--state FILE'.")
    }
  }

  private static func origins(
    _ texts: [String], _ option: String
  ) throws(UsageError) -> Set<Origin> {
    var origins: Set<Origin> = []
    for text in texts {
      guard let origin = Origin(text.contains("://") ? text : "https://\(text)") else {
        throw UsageError("'\(option)': expected an origin such as https://host, but got '\(text)'.")
      }
      origins.insert(origin)
    }
    return origins
  }
}
