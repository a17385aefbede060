import { TcpProxy } from "@daybook/storage-postgres/testing"
import { once } from "node:events"
import { connect, createServer, type Server, type Socket } from "node:net"
import { assert, describe, test } from "vitest"

/** A server that says everything back, and what it was reported. */
const startEcho = async () => {
  let told = ""
  const server: Server = createServer((socket) => {
    socket.on("error", () => {})
    socket.on("data", (bytes) => {
      told += String(bytes)
      socket.write(bytes)
    })
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  return { target: `127.0.0.1:${port}`, told: () => told, close: () => server.close() }
}

const ask = async (socket: Socket, text: string): Promise<string> => {
  socket.write(text)
  const [bytes] = await once(socket, "data")
  return String(bytes)
}

const setUp = async (body: (proxy: TcpProxy, told: () => string) => Promise<void>): Promise<void> => {
  const echo = await startEcho()
  const proxy = await TcpProxy.start(echo.target)
  await body(proxy, echo.told)
  await proxy.close()
  echo.close()
}

const dial = async (proxy: TcpProxy): Promise<Socket> => {
  const socket = connect(proxy.port, "127.0.0.1").on("error", () => {})
  await once(socket, "connect")
  return socket
}

describe("the proxy that tests put before a server", () => {
  test("delivers in both directions", () =>
    setUp(async (proxy) => {
      const socket = await dial(proxy)
      assert.strictEqual(await ask(socket, "one"), "one")
      assert.strictEqual(await ask(socket, "two"), "two")
    }))

  test("in silence accepts and delivers nothing, and afterwards what it held", () =>
    setUp(async (proxy, told) => {
      proxy.silence("to client")
      const socket = await dial(proxy)
      let heard = ""
      socket.on("data", (bytes) => (heard += String(bytes)))
      socket.write("held")
      while (told() !== "held") await new Promise(setImmediate)
      assert.strictEqual(heard, "")
      const [, bytes] = await Promise.all([proxy.speak(), once(socket, "data")])
      assert.strictEqual(String(bytes[0]), "held")
    }))

  test("resets connections, and accepts the next", () =>
    setUp(async (proxy) => {
      const socket = await dial(proxy)
      await ask(socket, "one")
      const failed = once(socket, "error")
      proxy.cut()
      assert.strictEqual((await failed)[0].code, "ECONNRESET")
      assert.strictEqual(await ask(await dial(proxy), "two"), "two")
    }))

  test("strands the connections of now, and delivers over those that follow", () =>
    setUp(async (proxy) => {
      const socket = await dial(proxy)
      await ask(socket, "one")
      proxy.strand()
      let heard = ""
      socket.on("data", (bytes) => (heard += String(bytes)))
      socket.write("two")
      assert.strictEqual(await ask(await dial(proxy), "three"), "three")
      assert.strictEqual(heard, "")
    }))

  test("sends new connections where it is aimed", () =>
    setUp(async (proxy) => {
      const socket = await dial(proxy)
      await ask(socket, "one")
      const other = await startEcho()
      proxy.aim(other.target)
      assert.strictEqual(await ask(await dial(proxy), "two"), "two")
      assert.strictEqual(other.told(), "two")
      assert.strictEqual(await ask(socket, "three"), "three")
      other.close()
    }))

  test("refuses connections until it admits them again, at the same port", () =>
    setUp(async (proxy) => {
      await proxy.refuse()
      const [error] = await once(connect(proxy.port, "127.0.0.1"), "error")
      assert.strictEqual(error.code, "ECONNREFUSED")
      await proxy.admit()
      assert.strictEqual(await ask(await dial(proxy), "one"), "one")
    }))
})
