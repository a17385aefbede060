import { once } from "node:events"
import { connect, type Socket } from "node:net"
import { setImmediate as nextTurn } from "node:timers/promises"
import { assert, describe } from "vitest"
import { type Daybook, it, planted } from "./daybook.ts"
import { RawSocket } from "./rawSocket.ts"

const open = async (server: Daybook): Promise<Socket> => {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  await once(socket, "connect")
  return socket.setEncoding("utf8")
}

/** Everything the server sends before it closes the connection. */
const answerTo = async (server: Daybook, bytes: string): Promise<string> => {
  const socket = await open(server)
  let answer = ""
  socket.on("data", (text: string) => (answer += text))
  socket.write(bytes)
  await once(socket, "close")
  return answer
}

describe("bytes that are not HTTP", () => {
  it.concurrent("is refused in the form of every other error", async ({ daybook }) => {
    const server = await daybook.start(daybook.stores.memory())
    const unfit = [
      ["nonsense\r\n\r\n", 400],
      ["GET / HTTP/1.1\r\nbad header\r\n\r\n", 400],
      ["GET /v1/health HTTP/1.1\r\nConnection: close\r\n\r\n", 400],
      ["GET / HTTP/9.9\r\nHost: x\r\n\r\n", 400],
      ["POST /v1/admin/keys HTTP/1.1\r\nHost: x\r\nContent-Length: many\r\n\r\n", 400],
      ["POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n", 400],
      [`GET /v1/health HTTP/1.1\r\nHost: x\r\nX-Large: ${"x".repeat(100_000)}\r\n\r\n`, 431],
      [`GET /${"x".repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
      ["GET /v1/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: more\r\n\r\n", 417],
      ["CONNECT x:80 HTTP/1.1\r\nHost: x\r\n\r\n", 405],
      ["\u0016\u0003\u0001\u0002\u0000\u0001\r\n\r\n", 400],
    ] as const
    for (const [bytes, status] of unfit) {
      const answer = await answerTo(server, bytes)
      const [head = "", body = ""] = answer.split("\r\n\r\n")
      const shown = `${bytes.slice(0, 60)} gave ${answer.slice(0, 200)}`
      assert.match(head, new RegExp(`^HTTP/1\\.1 ${status} `), shown)
      assert.match(head, /content-type: application\/json/i, shown)
      const { error, ...rest } = JSON.parse(body)
      assert.deepStrictEqual(rest, { status }, shown)
      assert.isString(error)
      assert.match(head, /^x-content-type-options: nosniff$/im, shown)
      for (const name of ["limit", "remaining", "reset"]) {
        assert.match(head, new RegExp(`^x-ratelimit-${name}: \\d+$`, "im"), shown)
      }
    }
    assert.match(
      await answerTo(server, "GET /v1/reading/search?q=é HTTP/1.1\r\nHost: x\r\n\r\n"),
      /percent-encoded/,
    )
    assert.match(await answerTo(server, "GET /v1/health HTTP/1.0\r\n\r\n"), /^HTTP\/1\.1 200 /)
    assert.strictEqual((await server.reader.get("/v1/listening/top/albums")).status, 200)
    assert.strictEqual(server.stderr, "")
  })
})

describe("a request target", () => {
  it.concurrent("is a path and a query, or a URL with its host, at both APIs", async ({ daybook }) => {
    const server = await daybook.start({
      ...daybook.stores.memory(),
      NOTIFY_WORKSPACE: "ws_raw",
      NOTIFY_KEY: planted.notifyKey,
    })
    const notify = await server.notify(planted.notifyKey)
    const places = [
      { at: server.url, key: planted.readKey, path: "/v1/listening/top/albums" },
      { at: notify.url, key: planted.notifyKey, path: "/v1/ws_raw/live/profiles/count" },
    ]
    for (const { at, key, path } of places) {
      for (const [target, status, host = "x"] of [
        [path, 200],
        // Again, when its response is available.
        [path, 200],
        [`http://daybook.example${path}`, 200],
        [`HTTPS://daybook.example:1${path}?a=1`, 200],
        [`http://daybook.example${path}`, 200, ""],
        [`${path}#`, 400],
        [`${path}?limit=1&#&page=2`, 400],
        [`http://daybook.example${path}#a`, 400],
        ["http://daybook.example#a", 400],
        [`http://${path}`, 400],
        [`http://a@b${path}`, 400],
        [`http://[::1${path}`, 400],
        [`ftp://daybook.example${path}`, 400],
        ["daybook.example:80", 400],
        ["*", 400],
        [`${path}%`, 400],
        [`${path}%ff`, 400],
        [`${path}?a="`, 400],
        [`${path}\\`, 400],
        [`${path}?${"ids=0&".repeat(8_000)}`, 200],
        [`/${path}`, 404],
        [`${path};a`, 404],
        [`${path}/`, 404],
        [path, 400, "a/b"],
        [path, 400, "[::1"],
        [path, 400, ""],
      ] as ReadonlyArray<readonly [target: string, status: number, host?: string]>) {
        const request = `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${key}\r\nConnection: close\r\n\r\n`
        const raw = (await RawSocket.open(at)).read().write(request)
        const answered = await raw.answers(1)
        const shown = `${target} gave ${raw.text.slice(0, 300)}`
        assert.deepStrictEqual(answered, [status], shown)
        assert.match(raw.text, /^x-content-type-options: nosniff\r$/im, shown)
      }
    }
    assert.strictEqual(server.stderr, "")
  })
})

describe("clients that are refused while they still send", () => {
  it.concurrent("are reported why", async ({ daybook }) => {
    const server = await daybook.start(daybook.stores.memory())
    const piece = "x".repeat(200_000)
    for (let turn = 0; turn < 20; turn++) {
      const raw = (await RawSocket.open(server.url)).read()
      raw.write(
        `FOO /v1/health HTTP/1.1\r\nHost: daybook.example\r\nContent-Length: ${20 * piece.length}\r\n\r\n`,
      )
      for (let sent = 0; sent < 20 && !raw.closed; sent++) {
        raw.write(piece)
        await nextTurn()
      }
      assert.deepStrictEqual(await raw.answers(1), [400])
      raw.socket.destroy()
    }
  })
})

describe("clients that send half of their request", () => {
  it.concurrent("do not keep others waiting", async ({ daybook }) => {
    const server = await daybook.start(daybook.stores.memory())
    const request = `POST /v1/admin/keys HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${planted.adminKey}\r\n`
    const silent = await Promise.all(Array.from({ length: 100 }, () => open(server)))
    for (const [index, socket] of silent.entries()) {
      socket.on("error", () => {})
      if (index % 3 === 1) socket.write("GET /v1/health HTTP/1.1\r\nHost: x\r\nX-Half")
      if (index % 3 === 2) socket.write(`${request}Content-Length: 100\r\n\r\n{"name":`)
    }
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => server.reader.get("/v1/listening/top/albums")),
    )
    for (const { status } of answers) assert.strictEqual(status, 200)
    for (const socket of silent) socket.destroy()
  })
})
