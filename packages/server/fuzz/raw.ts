import { unfitHosts } from "../../http/test/middleware/targetText.ts"
import { planted } from "../test/daybook.ts"

/** Bytes that are no request, or more than one, and their allowed answers. */
export interface Raw {
  readonly name: string
  readonly bytes: string
  /** The allowed statuses, in order; no other may come. */
  readonly answers: ReadonlyArray<ReadonlyArray<number>>
  /** How many of them must come; all, if it is unset. */
  readonly least?: number
}

const bearer = `Authorization: Bearer ${planted.adminKey}\r\n`
const health = "GET /v1/health HTTP/1.1\r\nHost: x\r\n"
const last = `${health}Connection: close\r\n\r\n`
const post = `POST /v1/admin/keys HTTP/1.1\r\nHost: x\r\n${bearer}`
const smuggled = "DELETE /v1/admin/keys/1 HTTP/1.1\r\nHost: x\r\n\r\n"
const refused = [[400]]

const form = (name: string, bytes: string, answers: ReadonlyArray<ReadonlyArray<number>> = refused): Raw => ({
  name,
  bytes,
  answers,
})

const twoLengths = (one: string, other: string) =>
  `${post}Content-Length: ${one}\r\nContent-Length: ${other}\r\n\r\n{}${smuggled}`

const both = (coding: string) =>
  `${post}Content-Length: 2\r\nTransfer-Encoding: ${coding}\r\n\r\n0\r\n\r\n${smuggled}`

const chunked = (rest: string) => `${post}Transfer-Encoding: chunked\r\n\r\n${rest}`

/** The known forms of request smuggling, and bytes that are not HTTP. A server refuses them once and closes. */
export const rawForms: ReadonlyArray<Raw> = [
  form("two lengths", twoLengths("2", "40")),
  form("the same length twice", twoLengths("2", "2")),
  form("a list of lengths", `${post}Content-Length: 2, 2\r\n\r\n{}`),
  form("a negative length", `${post}Content-Length: -1\r\n\r\n`),
  form("a length with a sign", `${post}Content-Length: +2\r\n\r\n{}`),
  form("a length in hexadecimal", `${post}Content-Length: 0x2\r\n\r\n{}`),
  form("a length past all numbers", `${post}Content-Length: 99999999999999999999999\r\n\r\n{}`),
  form("a space before the colon", `${post}Content-Length : 2\r\n\r\n{}`),
  form("length and chunks", both("chunked")),
  form("length and a coding in capitals", both("CHUNKED")),
  form("a coding twice", both("chunked, chunked")),
  form("an unknown coding", both("xchunked")),
  form("a coding behind a tab", both("\tchunked")),
  form("a coding before identity", both("chunked, identity")),
  form("a folded header", `${post}Transfer-Encoding:\r\n chunked\r\nContent-Length: 2\r\n\r\n{}`),
  form("a bad size", chunked("zz\r\n{}\r\n0\r\n\r\n"), [[400, 413]]),
  form("a huge size", chunked("fffffffffffffffff\r\n{}\r\n0\r\n\r\n"), [[400, 413]]),
  form("a negative size", chunked("-2\r\n{}\r\n0\r\n\r\n"), [[400, 413]]),
  form("a chunk that is longer than its size", chunked("1\r\n{}\r\n0\r\n\r\n"), [[400, 413]]),
  form("bare line feeds", health.replaceAll("\r\n", "\n") + "\n"),
  form("a bare carriage return in a header", `${health}A: b\rc\r\n\r\n`),
  form("a line feed in a header", `${health}A: b\nDELETE: c\r\n\r\n`),
  form("NUL in a header", `${health}A: b\0c\r\n\r\n`),
  form("a header without a name", `${health}: b\r\n\r\n`),
  form("a header without a colon", `${health}nonsense\r\n\r\n`),
  form("no version", "GET /v1/health\r\n\r\n", [[200, 400]]),
  form("another version", "GET / HTTP/9.9\r\nHost: x\r\n\r\n"),
  form("version 2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
  form("TLS", "\u0016\u0003\u0001\u0002\u0000\u0001\r\n\r\n"),
  form("nothing of the kind", "nonsense\r\n\r\n"),
  form("no Host", "GET /v1/health HTTP/1.1\r\nConnection: close\r\n\r\n"),
  form("a space in the target", "GET /v1/ health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"),
  form("a long target", `GET /${"x".repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, [[414, 431]]),
  form("a long header", `${health}A: ${"x".repeat(100_000)}\r\n\r\n`, [[431]]),
  form("many headers", `${health}${"A: b\r\n".repeat(20_000)}\r\n`, [[431]]),
  ...[
    ["an absolute target", "http://elsewhere.example/v1/health", 200],
    ["an absolute target with a fragment", "http://elsewhere.example/v1/health#x", 400],
    ["an absolute target without a host", "http:///v1/health", 400],
    ["an absolute target of another scheme", "ftp://elsewhere.example/v1/health", 400],
    ["a target that is a star", "*", 400],
    ["a target that is an authority", "x:80", 400],
    ["a target with a fragment", "/v1/health#x", 400],
    ["a target with an empty fragment", "/v1/health#", 400],
    ["a target with a fragment in its query", "/v1/health?a=1&#&b=2", 400],
    ["two slashes", "//v1//health", 404],
    ["a slash at the end", "/v1/health/", 404],
    ["a path in capitals", "/V1/health", 404],
    ["a path with a parameter", "/v1/health;a=b", 404],
    ["an encoded letter in a fixed word", "/v1/%68ealth", 404],
    ["dot segments", "/v1/../v1/./health", 404],
    ["a backslash", "/v1\\health", 400],
    ["only a percent sign", "/v1/health?a=%", 400],
    ["bytes that are not UTF-8", "/v1/health?a=%FF", 400],
    ["bytes past ASCII in the target", "/v1/é?é=é", 400],
  ].map(([name, target, status]) =>
    form(`${name}`, `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`, [[Number(status)]]),
  ),
  ...unfitHosts.map((host) =>
    form(`the Host "${host}"`, `GET /v1/health HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
  ),
  form("two Hosts", `GET /v1/health HTTP/1.1\r\nHost: x\r\nHost: y\r\nConnection: close\r\n\r\n`, [
    [200, 400],
  ]),
  form("an unknown expectation", `${health}Connection: close\r\nExpect: more\r\n\r\n`, [[417]]),
  form("a tunnel", "CONNECT x:80 HTTP/1.1\r\nHost: x\r\n\r\n", [[405]]),
  form("a method of one's own", "FOO / HTTP/1.1\r\nHost: x\r\n\r\n"),
  form("version 1.0", "GET /v1/health HTTP/1.0\r\n\r\n", [[200]]),
  form("an upgrade", `${health}Connection: Upgrade, close\r\nUpgrade: h2c\r\n\r\n`, [[200]]),
  form("empty lines before", `\r\n\r\n${last}`, [[200]]),
  form("three at once", `${health}\r\n${health}\r\n${last}`, [[200], [200], [200]]),
  form(
    "thirty at once",
    `${health}\r\n`.repeat(29) + last,
    Array.from({ length: 30 }, () => [200]),
  ),
  // Past its bound a connection is cut; earlier answers may have come.
  {
    name: "a hundred at once",
    bytes: `${health}\r\n`.repeat(99) + last,
    answers: Array.from({ length: 100 }, () => [200]),
    least: 0,
  },
  form("a body without a request for it", `${health}Content-Length: 2\r\n\r\n{}${last}`, [[200], [200]]),
  {
    name: "good, then bad",
    bytes: `${health}\r\nnonsense\r\n\r\n`,
    answers: [[200, 400], [400]],
    least: 1,
  },
]
