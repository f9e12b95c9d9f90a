// SPDX-License-Identifier: Apache-2.0

/// An HTTP/1.1 server on loopback for demonstrations and tests.
public final class LoopbackServer: Sendable {}
