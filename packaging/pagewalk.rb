# SPDX-License-Identifier: Apache-2.0

class Pagewalk < Formula
  desc "Get every item of every page of a paginated JSON API"
  homepage "https://github.com/pagewalk/pagewalk"
  url "https://github.com/pagewalk/pagewalk.git", tag: "0.1.0"
  license "Apache-2.0"

  depends_on "pkgconf" => :build
  depends_on xcode: ["26.0", :build] if OS.mac?
  depends_on "swift" => :build if OS.linux?
  depends_on "curl"

  def install
    system "swift", "build", "--disable-sandbox", "-c", "release", "--product", "pagewalk",
           *(OS.linux? ? ["--static-swift-stdlib"] : [])
    system "scripts/install-files", ".build/release/pagewalk", prefix, ""
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/pagewalk --version")
    assert_equal "1\n", pipe_output("#{bin}/pagewalk key a", '{"a": 1}')
  end
end
