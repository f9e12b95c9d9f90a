// SPDX-License-Identifier: Apache-2.0

/// The manual page in the language of `man`, made from the table of options and the texts of the help.
enum Manual {
  /// The page `pagewalk.1`.
  static var page: String {
    var text = """
      .TH PAGEWALK 1 "" "pagewalk \(Help.version)" "User Commands"
      .SH NAME
      pagewalk \\- get every item of every page of a paginated JSON API
      .SH SYNOPSIS
      .nf
      \(escaped(Help.synopsis))
      .fi
      .SH DESCRIPTION
      \(escaped(Help.description))
      .SH OPTIONS

      """
    for section in OptionSection.allCases {
      text += ".SS \"\(escaped(section.rawValue))\"\n"
      for option in OptionTable.options(in: section) {
        text += ".TP\n\\fB\(escaped(option.usage))\\fR\n"
        text += escaped(option.summary)
        if !option.detail.isEmpty { text += " " + escaped(option.detail) }
        text += "\n"
      }
    }
    text += ".SH \"EXIT STATUS\"\n"
    for (status, meaning) in Help.exitStatuses {
      text += ".TP\n\\fB\(status)\\fR\n\(escaped(meaning))\n"
    }
    text += """
      .SH ENVIRONMENT
      .TP
      \\fBhttp_proxy, HTTPS_PROXY, ALL_PROXY, NO_PROXY\\fR
      Proxies, as curl has them.
      .TP
      \\fBSSL_CERT_FILE, SSL_CERT_DIR\\fR
      Authorities to trust.
      .TP
      \\fBNO_COLOR, TERM\\fR
      Where NO_COLOR is set, or TERM is dumb, nothing is coloured.
      .SH EXAMPLES
      .nf
      \(escaped(Help.examples))
      .fi
      .SH "SEE ALSO"
      .BR curl (1),
      .BR jq (1)

      """
    return text
  }

  /// A text in which nothing means anything to troff.
  private static func escaped(_ text: String) -> String {
    var result = ""
    var startsLine = true
    for character in text {
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'" where startsLine, "." where startsLine: result += "\\&\(character)"
      case "'": result += "\\(aq"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case "`": result += "\\(ga"
      default: result.append(character)
      }
      startsLine = character == "\n"
    }
    return result
  }
}
