import { assert, describe } from "vitest"
import { type Daybook, it, planted, withOpenFiles } from "../daybook.ts"
import { RawSocket } from "../rawSocket.ts"
import { until } from "../until.ts"

const health = "GET /v1/health HTTP/1.1\r\nHost: x\r\n\r\n"

/** A request whose body never comes: the server is busy with it. */
const unfinished =
  `POST /v1/admin/keys HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${planted.adminKey}\r\n` +
  'Content-Length: 100\r\n\r\n{"name":'

/** Java's HttpClient says this with each request until it gets a response in HTTP/2. */
const offersHttp2 =
  "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n" +
  "HTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA\r\n"

const chunked = (body: string) => {
  const half = Math.ceil(body.length / 2)
  const pieces = [body.slice(0, half), body.slice(half)]
  return `${pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`).join("")}0\r\n\r\n`
}

const openMany = (url: string, count: number) =>
  Promise.all(Array.from({ length: count }, () => RawSocket.open(url)))

const metric = async (server: Daybook, line: RegExp): Promise<number> => {
  const metrics = await fetch(`${server.url}/metrics`, {
    headers: { authorization: `Bearer ${planted.adminKey}` },
  })
  return Number(line.exec(await metrics.text())?.[1] ?? 0)
}

/** How often connections were cut for a reason. */
const cut = (server: Daybook, reason: string) =>
  metric(server, new RegExp(`^daybook_http_connections_cut_total\\{.*reason="${reason}".*\\} (\\d+)`, "m"))

/** Bytes. */
const residentMemory = (server: Daybook) => metric(server, /^process_resident_memory_bytes\S* (\d+)/m)

const closeAll = (sockets: ReadonlyArray<RawSocket>) => {
  for (const { socket } of sockets) socket.destroy()
}

describe("a client that offers HTTP/2", () => {
  it.concurrent("gets responses in HTTP/1.1, each request on its connection", async ({ daybook }) => {
    const server = await daybook.start({
      ...daybook.stores.memory(),
      NOTIFY_WORKSPACE: "ws_java",
      NOTIFY_KEY: planted.notifyKey,
    })
    const { url } = await server.notify()
    const asks = [
      [server.url, "/v1/admin/keys", planted.adminKey, { name: "java", scope: "read" }, 201],
      [
        url,
        "/v1/ws_java/live/profiles/properties/set-once",
        planted.notifyKey,
        { distinct_id: "a", $once: { b: 1 } },
        202,
      ],
    ] as const
    for (const [address, path, key, body, status] of asks) {
      const connection = (await RawSocket.open(address)).read()
      const post =
        `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n` +
        `${offersHttp2}Transfer-Encoding: chunked\r\n\r\n${chunked(JSON.stringify(body))}`
      const get = `GET /v1/health HTTP/1.1\r\nHost: x\r\n${offersHttp2}Content-Length: 0\r\n\r\n`
      for (const [count, request] of [get, get, post, get, post, get].entries()) {
        connection.write(request)
        await connection.answers(count + 1)
      }
      assert.deepStrictEqual(connection.statuses, [200, 200, status, 200, status, 200])
      connection.socket.destroy()
    }
  })
})

describe("requests of the profile API", () => {
  it.concurrent("have the same bytes in answer however their bodies are framed", async ({ daybook }) => {
    const server = await daybook.start({
      ...daybook.stores.memory(),
      NOTIFY_WORKSPACE: "acme",
      NOTIFY_KEY: planted.notifyKey,
    })
    const notify = await server.notify(planted.notifyKey)
    const path = "/v1/acme/live/profiles/properties/set-once"
    const head =
      `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${planted.notifyKey}\r\n` +
      "Idempotency-Key: one\r\n"
    const body = JSON.stringify({ distinct_id: "a", $once: { b: "c" } })
    const length = `${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`
    const connection = (await RawSocket.open(notify.url)).read()
    connection.write(
      length + body + length + body + `${head}Transfer-Encoding: chunked\r\n\r\n${chunked(body)}`,
    )
    assert.deepStrictEqual(await connection.answers(3), [202, 202, 202])
    await until("the last body has come", () => connection.text.split('"request_id"').length === 4)
    const [, first, ...others] = connection.text.replaceAll(/Date: .*/g, "").split("HTTP/1.1 ")
    assert.deepStrictEqual(others, [first, first])
    connection.socket.destroy()
  })
})

describe("connections", () => {
  it.concurrent("that do not respond are closed, even where the client keeps its side open", async ({
    daybook,
  }) => {
    const server = await daybook.start({
      ...daybook.stores.memory(),
      CLIENT_TIMEOUT_SECONDS: "1",
      METRICS: "on",
    })
    const silent = await openMany(server.url, 20)
    const [half, drips, asked] = await openMany(server.url, 3)
    half?.read().write("GET /v1/health HTTP/1.1\r\nHost: x\r\nX-Half")
    drips?.read().write("G")
    const dripping = setInterval(() => drips?.write("E"), 100)
    asked?.read().write(health)
    for (const one of silent) one.read()
    const all = [...silent, half, drips, asked].filter((one) => one !== undefined)
    await until("all are closed", () => all.every(({ closed }) => closed))
    clearInterval(dripping)
    for (const { text } of silent) assert.strictEqual(text, "")
    assert.deepStrictEqual(drips?.statuses.slice(0, 1), [400])
    assert.deepStrictEqual(asked?.statuses, [200])
    assert.strictEqual(await cut(server, "silent"), 20)
    closeAll(all)
  })

  it.concurrent("that are idle free space for new ones", async ({ daybook }) => {
    const server = await daybook.start({ ...daybook.stores.memory(), MAX_CONNECTIONS: "10", METRICS: "on" })
    const silent = await openMany(server.url, 50)
    for (let request = 0; request < 20; request++) {
      const connection = (await RawSocket.open(server.url)).read().write(health)
      assert.deepStrictEqual(await connection.answers(1), [200])
      silent.push(connection)
    }
    assert.isAbove(await cut(server, "idle"), 50)
    closeAll(silent)
  })

  it.concurrent("past the bound get a 503 to retry while all others are busy", async ({ daybook }) => {
    const server = await daybook.start({ ...daybook.stores.memory(), MAX_CONNECTIONS: "10", METRICS: "on" })
    const busy = await openMany(server.url, 10)
    // Each has had a response once, so that what follows is known to arrive on a connection that is open.
    for (const one of busy) await one.read().write(health).answers(1)
    for (const one of busy) one.write(unfinished)
    let turnedAway = ""
    await until("another one is turned away", async () => {
      const more = (await RawSocket.open(server.url)).read().write(health)
      await more.answers(1)
      turnedAway = more.text
      more.socket.destroy()
      return more.statuses[0] === 503
    })
    const [head = "", body = ""] = turnedAway.split("\r\n\r\n")
    assert.match(head, /^retry-after: 1$/im)
    assert.deepInclude(JSON.parse(body), { status: 503 })
    for (const { closed } of busy) assert.isFalse(closed)
    busy.pop()?.socket.destroy()
    await until("there is space again", () =>
      fetch(`${server.url}/v1/health`).then(
        ({ status }) => status === 200,
        () => false,
      ),
    )
    assert.isAbove(await cut(server, "refused"), 0)
    closeAll(busy)
  })

  it.concurrent("with requests sent ahead get responses in order, and are cut if there are too many", async ({
    daybook,
  }) => {
    const server = await daybook.start({ ...daybook.stores.memory(), METRICS: "on" })
    const paths = ["/v1/health", "/v1/nothing", "/v1/listening/top/albums", "/docs", "/v1/health/ready"]
    const ahead = [...paths, ...paths, ...paths, ...paths]
    const polite = (await RawSocket.open(server.url)).read()
    polite.write(ahead.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join(""))
    const statuses = [200, 404, 401, 200, 200]
    assert.deepStrictEqual(await polite.answers(20), [...statuses, ...statuses, ...statuses, ...statuses])
    const greedy = (await RawSocket.open(server.url)).read().write(health.repeat(1_000))
    await until("it is cut", () => greedy.closed)
    assert.isBelow(greedy.statuses.length, 40)
    assert.strictEqual(await cut(server, "pipelined"), 1)
    closeAll([polite])
  })

  it.concurrent("whose clients do not take their responses are cut", async ({ daybook }) => {
    const server = await daybook.start({
      ...daybook.stores.memory(),
      // On a busy machine a client does not respond for a second before its request is read, and is cut for that.
      CLIENT_TIMEOUT_SECONDS: "3",
      METRICS: "on",
    })
    const readers = await openMany(server.url, 10)
    for (const one of readers) one.write("GET /docs/reference.js HTTP/1.1\r\nHost: x\r\n\r\n".repeat(5))
    await until("all are cut", async () => (await cut(server, "slow")) === 10)
    closeAll(readers)
  })

  it.concurrent("that take nothing of the documentation take no memory", async ({ daybook }) => {
    const server = await daybook.startProcess({ ...daybook.stores.memory(), METRICS: "on" })
    const { url } = await server.notify()
    // Once for the page to be made, and for the response after it to show that it was.
    for (const address of [server.url, url]) await (await fetch(`${address}/docs/reference.js`)).text()
    const before = await residentMemory(server)
    assert.isAbove(before, 0)
    const readers = await openMany(url, 100)
    for (const one of readers) one.write("GET /docs/reference.js HTTP/1.1\r\nHost: x\r\n\r\n".repeat(10))
    const polite = (await RawSocket.open(url)).read().write(health)
    assert.deepStrictEqual(await polite.answers(1), [200])
    assert.isBelow((await residentMemory(server)) - before, 300 * 1024 * 1024)
    closeAll([...readers, polite])
  })

  it.concurrent("that do not respond do not hold up the end", async ({ daybook }) => {
    const server = await daybook.start(daybook.stores.memory())
    const silent = await openMany(server.url, 10)
    silent[0]?.write("GET /v1/hea")
    const asked = (await RawSocket.open(server.url)).read().write(health)
    await asked.answers(1)
    const stopped = performance.now()
    assert.strictEqual(await server.stop(), 0)
    assert.isBelow(performance.now() - stopped, 19_000)
    closeAll([...silent, asked])
  })

  it.concurrent("are fewer where few files may be open, and the server stays answerable", async ({
    daybook,
  }) => {
    const server = await daybook.startProcess(daybook.stores.sqlite(), withOpenFiles(400))
    const silent = await openMany(server.url, 600)
    for (let request = 0; request < 10; request++) {
      assert.strictEqual((await server.reader.get("/v1/listening/top/albums")).status, 200)
    }
    assert.include(server.stdout, "the limit of open files")
    closeAll(silent)
  })
})
