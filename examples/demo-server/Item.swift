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

  /// A sum of money as JSON: always two digits behind the point, also where they are zeros.
  var amount: String {
    let cents = Int((random >> 24) % 1_000_000)
    return "\(cents / 100).\(cents / 10 % 10)\(cents % 10)"
  }

  var isActive: Bool { random >> 60 & 1 == 1 }

  /// When it was made, as RFC 3339 has it; later for each item.
  var created: String {
    let seconds = 1_704_067_200 + index * 61
    let (year, month, day) = Self.civil(days: seconds / 86_400)
    let time = [seconds / 3600 % 24, seconds / 60 % 60, seconds % 60].map(Self.twoDigits)
    return "\(year)-\(Self.twoDigits(month))-\(Self.twoDigits(day))T"
      + time.joined(separator: ":") + "Z"
  }

  /// The identity in letters and digits, as many APIs spell theirs.
  var reference: String { String(identity, radix: 36) }

  /// A text of no meaning, the same for the item always.
  var token: String { String(random, radix: 16) }

  /// Writes the item as a JSON object of about so many bytes at least.
  func write(to output: inout [UInt8], size: Int) {
    let start = output.count
    output.append("{\"id\":\(identity),\"name\":\"")
    output.append(name)
    output.append("\",\"city\":\"")
    output.append(city)
    output.append("\",\"amount\":")
    output.append(amount)
    output.append(isActive ? ",\"active\":true" : ",\"active\":false")
    output.append(",\"tags\":[\"\\u00e9t\\u00e9\",\"a\\/b\",\"\(index % 7)\"]")
    output.append(",\"created_at\":\"")
    output.append(created)
    output.append("\"")
    let missing = size - (output.count - start) - #","note":""}"#.utf8.count
    if missing > 0 {
      output.append(",\"note\":\"")
      output += repeatElement(UInt8(ascii: "x"), count: missing)
      output.append("\"")
    }
    output.append("}")
  }

  private func pick(_ words: [String], _ shift: UInt64) -> String {
    words[Int(truncatingIfNeeded: random >> shift & 0xFF) % words.count]
  }

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
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
}
