import { Socket } from "node:net"

/** Seconds in which a server must say its first word to a new connection. */
const greetingSeconds = 4

/** Milliseconds for which nobody else tries after a connection has failed. */
const pauseMillis = 1_000

/** Seconds of idleness after which the kernel asks whether the other end is still there. */
const keepAliveSeconds = 30

const lostBefore = "the last connection was lost or refused, and another is tried first"

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
 * After a connection was lost in that way or refused, one at a time is tried, and no sooner than a second later. Others that
 * are asked for within that second fail at once, and those asked for while one is tried share its fate: whoever queues for
 * a connection must not wait for one failure after the other.
 */
export const socketsTo = (url: URL, silenceSeconds: number): (() => Socket) => {
  const place = placeOf(url)
  let failedAt: number | undefined
  let attempt: Socket | undefined
  /** Sockets that are connected once the attempt has an answer. */
  const followers = new Set<Socket>()

  const connect = (socket: Socket) => {
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
      socket.setTimeout(silenceSeconds * 1_000)
      if (attempt === socket) endAttempt(follow)
    })
    socket.on("data", () => (answeredBytes = socket.bytesWritten))
    socket.once("close", (byError: boolean) => {
      if (byError && lost) failedAt = performance.now()
      if (attempt === socket) endAttempt((follower) => follower.destroy(new Error(lostBefore)))
    })
    socket.connect(place)
  }

  const follow = (socket: Socket) => {
    connect(socket)
    socket.uncork()
  }

  const endAttempt = (each: (follower: Socket) => void) => {
    attempt = undefined
    const waiting = [...followers]
    followers.clear()
    for (const follower of waiting) each(follower)
  }

  return () => {
    const socket = new Socket().setNoDelay(true).setKeepAlive(true, keepAliveSeconds * 1_000)
    // The socket's user hears of an error as well; one that comes after that must not end the process.
    socket.on("error", () => {})
    if (failedAt === undefined) connect(socket)
    else if (attempt !== undefined) {
      followers.add(socket)
      socket.once("close", () => followers.delete(socket))
      // Its user writes at once: that waits here.
      socket.cork()
    } else if (performance.now() < failedAt + pauseMillis) socket.destroy(new Error(lostBefore))
    else {
      attempt = socket
      connect(socket)
    }
    return socket
  }
}
