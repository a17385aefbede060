import { Socket } from "node:net"
import type { Hosts } from "./hosts.ts"

/** Seconds within which a server must first response on a new connection. */
const greetingSeconds = 4

/** Milliseconds without another attempt after a connection has failed. */
const pauseMillis = 1_000

/** Seconds of idleness after which the operating system probes the other end. */
const keepAliveSeconds = 30

const lostBefore = "the last connection was lost or refused, and another is tried first"

/** True for an error of the connection itself, not one that we passed to a socket. */
const isOfSystem = (error: Error): boolean => "code" in error

/**
 * Makes the function that opens sockets to a PostgreSQL server. A dead server may send nothing to end a wait,
 * so a socket without traffic for `silenceSeconds` is destroyed, and a statement that waits on it fails. An idle
 * session ends also. That is not a failure: the pool opens another when it needs one.
 *
 * After a connection was refused, or lost to silence, attempts are made one at a time, the first after a second.
 * Connections wanted within that second fail at once, and those wanted during an attempt share its outcome: a queue for
 * connections must not wait for one failure after the other.
 *
 * With several hosts the next is tried after a failure, and after a server has ended a connection: it stops, or it is a
 * standby and accepts no sessions that write.
 */
export const socketsTo = (hosts: Hosts, silenceSeconds: number): (() => Socket) => {
  let failedAt: number | undefined
  let attempt: Socket | undefined
  /** Sockets that connect once the current attempt has succeeded. */
  const followers = new Set<Socket>()

  const connect = (socket: Socket) => {
    const { place } = hosts
    let lost = true
    // The bytes sent before the server's last response. Where more were sent, a response is due.
    let answeredBytes = -1
    socket.setTimeout(greetingSeconds * 1_000, () => {
      lost = socket.bytesWritten !== answeredBytes
      socket.destroy(new Error(`no response for ${(socket.timeout ?? 0) / 1_000} s`))
    })
    socket.once("data", () => {
      lost = false
      failedAt = undefined
      socket.setTimeout(silenceSeconds * 1_000)
      if (attempt === socket) endAttempt(follow)
    })
    socket.on("data", () => (answeredBytes = socket.bytesWritten))
    let failed = false
    socket.once("error", (error) => (failed = isOfSystem(error)))
    socket.once("close", (byError: boolean) => {
      // A session that we end says so: if the server had the last word, it has ended the session.
      const ended = failed || (!byError && socket.bytesWritten === answeredBytes)
      if ((byError && lost) || (hosts.areMany && ended)) {
        failedAt = performance.now()
        hosts.turnFrom(place)
      }
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
    // The socket's user handles errors too. A later one without a listener must not end the process.
    socket.on("error", () => {})
    if (failedAt === undefined) connect(socket)
    else if (attempt !== undefined) {
      followers.add(socket)
      socket.once("close", () => followers.delete(socket))
      // The socket's user writes at once; the bytes wait here.
      socket.cork()
    } else if (performance.now() < failedAt + pauseMillis) socket.destroy(new Error(lostBefore))
    else {
      attempt = socket
      connect(socket)
    }
    return socket
  }
}
