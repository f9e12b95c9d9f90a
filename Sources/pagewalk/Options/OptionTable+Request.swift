// SPDX-License-Identifier: Apache-2.0

import PageWalkCore

// The request: curl's options, by curl's names and with curl's meaning.
extension OptionTable {
  static let request: [Option] = [
    Option(
      "-X", "--request", value: .required("METHOD"), in: .request, "The method."
    ) { $0.method = try OptionValue.name($1) },
    Option(
      "-H", "--header", value: .required("LINE|@FILE"), in: .request,
      "A header field, 'Name: value'; repeatable.",
      """
      @FILE has a field on each line, and is read again for each request. Every field but Accept, \
      Accept-Language, Content-Type, User-Agent and Prefer counts as a credential, and stays at the \
      origin of the start URL.
      """
    ) { $0.request.headers.append(try OptionValue.header($1)) },
    Option(
      "-d", "--data", value: .required("DATA|@FILE"), in: .request,
      "A body, sent by POST; several are joined by &."
    ) { $0.data.append(DataOption(.data, $1)) },
    Option("--data-raw", value: .required("DATA"), in: .request, "As -d, with no meaning of @.") {
      $0.data.append(DataOption(.raw, $1))
    },
    Option(
      "--data-binary", value: .required("DATA|@FILE"), in: .request,
      "As -d, with the line breaks of the file kept."
    ) { $0.data.append(DataOption(.binary, $1)) },
    Option(
      "--data-urlencode", value: .required("DATA"), in: .request,
      "As -d, percent-encoded: VALUE, NAME=VALUE, NAME@FILE."
    ) { $0.data.append(DataOption(.urlencode, $1)) },
    Option(
      "--json", value: .required("DATA|@FILE"), in: .request,
      "A JSON body, with Content-Type and Accept to go with it."
    ) { $0.data.append(DataOption(.json, $1)) },
    Option(
      "-G", "--get", in: .request, "Put the data into the query and send GET."
    ) { settings, _ in settings.getsData = true },
    Option(
      "--url-query", value: .required("DATA"), in: .request,
      "Add to the query, percent-encoded: NAME=VALUE; repeatable."
    ) { $0.data.append(DataOption(.urlQuery, $1)) },
    Option(
      "-u", "--user", value: .required("NAME:PASSWORD"), in: .request, "Basic authentication."
    ) { $0.request.user = $1 },
    Option(
      "--oauth2-bearer", value: .required("TOKEN"), in: .request, "A bearer token."
    ) { $0.request.bearer = $1 },
    Option(
      "-n", "--netrc", in: .request, "Name and password from ~/.netrc."
    ) { settings, _ in settings.request.netrc = .home },
    Option(
      "--netrc-file", value: .required("FILE"), in: .request, "Name and password from FILE.",
      completion: .file
    ) { $0.request.netrc = .file($1) },
    Option(
      "--aws-sigv4", value: .required("PROVIDER"), in: .request,
      "Sign as AWS does: aws:amz:REGION:SERVICE; keys by -u."
    ) { $0.request.sigv4 = $1 },
    Option(
      "-A", "--user-agent", value: .required("NAME"), in: .request, "The User-Agent."
    ) { $0.request.userAgent = $1 },
    Option("-e", "--referer", value: .required("URL"), in: .request, "The Referer.") {
      $0.request.referer = $1
    },
    Option(
      "-b", "--cookie", value: .required("DATA|FILE"), in: .request,
      "Cookies, 'name=value', or a file of them."
    ) { $0.request.cookies.append($1) },
    Option(
      "-c", "--cookie-jar", value: .required("FILE"), in: .request,
      "Keep all cookies in FILE at the end.", completion: .file
    ) { $0.request.cookieJar = $1 },
    Option("-x", "--proxy", value: .required("URL"), in: .request, "A proxy.") {
      $0.request.proxy = $1
    },
    Option(
      "--noproxy", value: .required("HOSTS"), in: .request,
      "Hosts that are asked without the proxy."
    ) { $0.request.noProxy = $1 },
    Option(
      "-k", "--insecure", in: .request, "Do not check the server's certificate."
    ) { settings, _ in settings.request.insecure = true },
    Option(
      "--cacert", value: .required("FILE"), in: .request, "Authorities to trust.",
      completion: .file
    ) { $0.request.cacert = $1 },
    Option(
      "--capath", value: .required("FOLDER"), in: .request, "A folder of authorities to trust.",
      completion: .folder
    ) { $0.request.capath = $1 },
    Option(
      "-E", "--cert", value: .required("FILE[:PASSWORD]"), in: .request, "A client certificate.",
      completion: .file
    ) { $0.request.cert = $1 },
    Option(
      "--key", value: .required("FILE"), in: .request, "The certificate's private key.",
      completion: .file
    ) { $0.request.key = $1 },
    Option(
      "--unix-socket", value: .required("FILE"), in: .request, "Connect through this socket.",
      completion: .file
    ) { $0.request.unixSocket = $1 },
    Option(
      "--connect-to", value: .required("HOST1:PORT1:HOST2:PORT2"), in: .request,
      "Connect to HOST2:PORT2 in place of HOST1:PORT1."
    ) { $0.request.connectTo.append($1) },
    Option(
      "--resolve", value: .required("HOST:PORT:ADDRESS"), in: .request, "Use this address for HOST."
    ) { $0.request.resolve.append($1) },
    Option(
      "--interface", value: .required("NAME"), in: .request,
      "The interface or address to send from."
    ) { $0.request.interface = $1 },
    Option("-4", "--ipv4", in: .request, "IPv4 only.") { settings, _ in
      settings.request.ipVersion = .v4
    },
    Option("-6", "--ipv6", in: .request, "IPv6 only.") { settings, _ in
      settings.request.ipVersion = .v6
    },
    Option("--http1.1", in: .request, "HTTP/1.1 only.") { settings, _ in
      settings.request.httpVersion = .http1
    },
    Option("--http2", in: .request, "HTTP/2 where the server has it (default).") { settings, _ in
      settings.request.httpVersion = .http2
    },
    Option(
      "--connect-timeout", value: .required("SECONDS"), in: .request,
      "The time to connect (default: 30)."
    ) { $0.request.connectTimeout = try OptionValue.seconds($1) },
    Option(
      "-m", "--max-time", value: .required("SECONDS"), in: .request,
      "The time of one request (default: no limit)."
    ) {
      // As curl has it, 0 is no limit.
      let seconds = try OptionValue.seconds($1)
      $0.request.maxTime = seconds > 0 ? seconds : nil
    },
    Option(
      "-y", "--speed-time", value: .required("SECONDS"), in: .request,
      "How long a transfer may be slower than --speed-limit (default: 60)."
    ) { $0.request.speedTime = try OptionValue.count($1) },
    Option(
      "-Y", "--speed-limit", value: .required("BYTES"), in: .request,
      "Fewer bytes a second than these are a stall (default: 1)."
    ) { $0.request.speedLimit = try OptionValue.count($1) },
    Option(
      "--max-redirs", value: .required("N"), in: .request,
      "How many redirects are followed (default: 10)."
    ) { $0.request.maxRedirects = try OptionValue.integer($1) },
    Option(
      "-K", "--config", value: .required("FILE"), in: .request,
      "Read options from FILE, in curl's form; - is standard input.", completion: .file
    ) { _, _ in },
    Option(
      "--url", value: .required("URL"), in: .request, "The URL, as if it stood by itself."
    ) { _, _ in },
    Option("-L", "--location", in: .request, "Accepted, and always so: redirects are followed.") {
      _, _ in
    },
    Option("-S", "--show-error", in: .request, "Accepted, and always so.") { _, _ in },
    Option("-f", "--fail", in: .request, "Accepted, and always so.") { _, _ in },
    Option("--compressed", in: .request, "Accepted, and always so.") { _, _ in },
    Option("--basic", in: .request, "Accepted, and always so.") { _, _ in },
    Option("--fail-with-body", in: .request, "Accepted, and always so.") { _, _ in },
    Option("-g", "--globoff", in: .request, "Accepted, and always so.") { _, _ in },
    Option("-N", "--no-buffer", in: .request, "Accepted, and always so.") { _, _ in },
  ]
}
