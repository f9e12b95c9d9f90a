// SPDX-License-Identifier: Apache-2.0

/// JSON with white space between its tokens, as many servers send it.
enum Indentation {
  /// The same JSON, two blanks a level, a line a value.
  static func indented(_ json: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(json.count * 3 / 2)
    var depth = 0
    var isInString = false
    var isEscaped = false
    func newLine() {
      output.append(UInt8(ascii: "\n"))
      output += repeatElement(UInt8(ascii: " "), count: 2 * depth)
    }
    for byte in json {
      if isInString {
        output.append(byte)
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        output.append(byte)
        depth += 1
        newLine()
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        newLine()
        output.append(byte)
      case UInt8(ascii: ","):
        output.append(byte)
        newLine()
      case UInt8(ascii: ":"):
        output.append(byte)
        output.append(UInt8(ascii: " "))
      default:
        isInString = byte == UInt8(ascii: "\"")
        output.append(byte)
      }
    }
    return output
  }
}
