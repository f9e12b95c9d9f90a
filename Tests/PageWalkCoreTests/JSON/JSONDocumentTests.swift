// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import PageWalkCore

@Suite(.timeLimit(.minutes(1)))
struct JSONDocumentTests {
  @Test func textsOfTheTestSuiteGetTheirVerdict() throws {
    guard let folder = Conformance.folder("jsontestsuite/test_parsing") else { return }
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    #expect(files.count >= 200)
    for file in files {
      let text = try Data(contentsOf: file)
      let error = scanError(of: Array(text))
      switch file.lastPathComponent.prefix(2) {
      case "y_": #expect(error == nil, "\(file.lastPathComponent)")
      case "n_": #expect(error != nil, "\(file.lastPathComponent)")
      default: break
      }
    }
  }

  @Test func roundTripGivesTheSameBytes() throws {
    guard let folder = Conformance.folder("json-roundtrip") else { return }
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil
    ).filter { $0.pathExtension == "json" }
    #expect(files.count == 20)
    for file in files {
      let text = Array(try Data(contentsOf: file))
      let document = try JSONDocument(text)
      var output: [UInt8] = []
      document.appendCompact(document.root, to: &output)
      #expect(String(decoding: output, as: UTF8.self) == String(decoding: text, as: UTF8.self))
    }
  }
}

/// The error of a text that is given whole.
func scanError(of text: [UInt8], format: JSONDocument.Format = .json) -> ScanError? {
  do throws(ScanError) {
    _ = try JSONDocument(text, format: format)
    return nil
  } catch {
    return error
  }
}
