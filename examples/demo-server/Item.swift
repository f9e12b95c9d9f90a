// SPDX-License-Identifier: Apache-2.0

/// One item of the data set: a person who bought something.
struct Item: Sendable {
  /// Its place among all different items, from 0.
  let index: Int

  /// Bits of which the item's other properties are made.
  let random: UInt64

  /// Its number, which no other item has, and which grows from item to item.
  var identity: Int { DataSet.firstIdentity + index * DataSet.step }

  /// A name, in one of many scripts.
  var name: String { "\(pick(Self.givenNames, 0)) \(pick(Self.familyNames, 8))" }

  /// A place.
  var city: String { pick(Self.cities, 16) }

  /// A sum of money in hundredths.
  var cents: Int { Int((random >> 24) % 1_000_000) }

  var isActive: Bool { random >> 60 & 1 == 1 }

  /// When it was made, as RFC 3339 has it; later for each item.
  var created: String {
    var text: [UInt8] = []
    appendCreated(to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// The identity in letters and digits, as many APIs spell theirs.
  var reference: String { String(identity, radix: 36) }

  /// A text of no meaning, the same for the item always.
  var token: String { String(random, radix: 16) }

  /// Writes the item as a JSON object of about so many bytes at least.
  ///
  /// Sums of money have two digits behind the point, also where they are zeros. This is what a
  /// walk of a million items waits for, so it makes no texts on the way.
  func write(to output: inout [UInt8], size: Int) {
    let start = output.count
    output.append(#"{"id":"#)
    output.append(decimal: identity)
    output.append(#","name":""#)
    output.append(pick(Self.givenNames, 0))
    output.append(" ")
    output.append(pick(Self.familyNames, 8))
    output.append(#"","city":""#)
    output.append(pick(Self.cities, 16))
    output.append(#"","amount":"#)
    output.append(decimal: cents / 100)
    output.append(".")
    output.append(decimal: cents % 100, digits: 2)
    output.append(isActive ? #","active":true"# : #","active":false"#)
    output.append(#","tags":["\u00e9t\u00e9","a\/b",""#)
    output.append(decimal: index % 7)
    output.append(#""],"created_at":""#)
    appendCreated(to: &output)
    output.append("\"")
    let missing = size - (output.count - start) - #","note":""}"#.utf8.count
    if missing > 0 {
      output.append(#","note":""#)
      output += repeatElement(UInt8(ascii: "x"), count: missing)
      output.append("\"")
    }
    output.append("}")
  }

  private func appendCreated(to output: inout [UInt8]) {
    let seconds = 1_704_067_200 + index * 61
    let (year, month, day) = Self.civil(days: seconds / 86_400)
    func append(_ separator: String, _ number: Int) {
      output.append(separator)
      output.append(decimal: number, digits: 2)
    }
    output.append(decimal: year, digits: 4)
    append("-", month)
    append("-", day)
    append("T", seconds / 3600 % 24)
    append(":", seconds / 60 % 60)
    append(":", seconds % 60)
    output.append("Z")
  }

  private func pick(_ words: [String], _ shift: UInt64) -> String {
    words[Int(truncatingIfNeeded: random >> shift & 0xFF) % words.count]
  }

  /// The date so many days after 1970-01-01, by the Gregorian calendar.
  private static func civil(days: Int) -> (year: Int, month: Int, day: Int) {
    // Years that begin in March have their leap day at the end, eras of 400 years are all alike.
    let shifted = days + 719_468
    let (era, dayOfEra) = (shifted / 146_097, shifted % 146_097)
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (
      yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month,
      dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    )
  }

  private static let givenNames = [
    "Ada", "Björn", "Çağla", "Dilan", "Élodie", "Fatima", "Gül", "Hồng", "Ísak", "Jędrzej",
    "Κλειώ", "Łucja", "Мария", "Ngozi", "Øystein", "Petra", "דינה", "さくら", "美玲", "지우",
  ]

  private static let familyNames = [
    "Anvil", "Brzęczyszczykiewicz", "O’Brien", "Dvořák", "Erdoğan", "Ferreira", "Grünwald",
    "Иванов", "Jónsdóttir", "Kowalska", "Nguyễn", "Παππάς", "Þórsson", "山本", "김",
  ]

  private static let cities = [
    "Århus", "Beograd", "Córdoba", "Łódź", "München", "Reykjavík", "São Paulo", "Tōkyō", "Zürich",
    "القاهرة", "한양", "🏔 Davos",
  ]
}

extension [UInt8] {
  /// Adds the UTF-8 of a text.
  mutating func append(_ text: String) {
    self += text.utf8
  }

  /// Adds a number that is not negative, with zeros before it up to so many digits.
  mutating func append(decimal number: Int, digits: Int = 1) {
    var unit = 1
    var length = 1
    while number / unit >= 10 || length < digits {
      unit *= 10
      length += 1
    }
    while unit > 0 {
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / unit % 10))
      unit /= 10
    }
  }
}
