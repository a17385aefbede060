import { connect, Socket } from "node:net"

/** Seconds in which a server must say its first word to a new connection. */
const greetingSeconds = 4

/** Milliseconds for which nobody else tries after a connection has failed. */
const pauseMillis = 1_000

/** Seconds of idleness after which the kernel asks whether the other end is still there. */
const keepAliveSeconds = 30

const placeOf = (url: URL) => {
  const named = decodeURIComponent(url.hostname).replace(/^\[(.*)\]$/, "$1")
  const host = url.searchParams.get("host") ?? (named || "localhost")
  const port = Number(url.searchParams.get("port") ?? (url.port || 5432))
  return host.startsWith("/") ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
}

/**
 * Gives what opens sockets to a PostgreSQL server. A silent server sends nothing that could end the wait for it: a socket
 * on which nothing has moved for `silenceSeconds` is destroyed, and whoever waits for an answer is told. An idle session
 * ends likewise, and the pool opens another when it needs one: that says nothing of the server.
 *
 * After a connection was lost in that way or refused, one at a time is tried, and no sooner than a second later. All
 * others fail at once: those that queue for a connection must not wait for one failure after the other.
 */
export const socketsTo = (url: URL, silenceSeconds: number): (() => Socket) => {
  const place = placeOf(url)
  let failedAt: number | undefined
  let attempt: Socket | undefined

  const refused = () => {
    const socket = new Socket()
    socket.destroy(new Error("the last connection was lost or refused, and another is tried first"))
    return socket
  }

  return () => {
    if (failedAt !== undefined && (attempt !== undefined || performance.now() < failedAt + pauseMillis)) {
      return refused()
    }
    const socket = connect({
      ...place,
      noDelay: true,
      keepAlive: true,
      keepAliveInitialDelay: keepAliveSeconds * 1_000,
    })
    if (failedAt !== undefined) attempt = socket
    let lost = true
    // Bytes sent before the server's last word; where more were sent, an answer is due.
    let answeredBytes = -1
    socket.setTimeout(greetingSeconds * 1_000, () => {
      lost = socket.bytesWritten !== answeredBytes
      socket.destroy(new Error(`it was silent for ${(socket.timeout ?? 0) / 1_000} s`))
    })
    socket.once("data", () => {
      lost = false
      failedAt = undefined
      attempt = undefined
      socket.setTimeout(silenceSeconds * 1_000)
    })
    socket.on("data", () => (answeredBytes = socket.bytesWritten))
    // The socket's user hears of an error as well; one that comes after that must not end the process.
    socket.on("error", () => {})
    socket.once("close", (byError: boolean) => {
      if (attempt === socket) attempt = undefined
      if (byError && lost) failedAt = performance.now()
    })
    return socket
  }
}
