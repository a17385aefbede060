import * as Cause from "effect/Cause"
import * as Exit from "effect/Exit"
import * as Runtime from "effect/Runtime"

/** The exit code of the program: 0 after a signal to stop, which process managers take for a clean end. */
export const teardown: Runtime.Teardown = (exit, onExit) =>
  Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause)
    ? onExit(0)
    : Runtime.defaultTeardown(exit, onExit)

/** The command in the words of a command line: the first one that is neither a flag nor the value of `--log-level`. */
export const commandOf = (words: ReadonlyArray<string>): string | undefined =>
  words.find((word, index) => !word.startsWith("-") && words[index - 1] !== "--log-level")

/** Commands that run until a signal stops them. A signal breaks off any other. */
const servers = new Set<string | undefined>(["serve", "demo", "mcp"])

/** The number of the first signal to stop. */
let stoppedBy: number | undefined

/** Milliseconds that what is still open at the end may hold up the exit. */
const lastWait = 1_000

/**
 * Ends the process with its exit code once it has nothing left to do; a command that a signal broke off has that of shells, 128
 * and the signal's number. `process.exit` can hang forever while V8 compiles in other threads
 * (https://github.com/nodejs/node/issues/54918), so it comes last.
 */
export const endProcess =
  (words: ReadonlyArray<string>): Runtime.Teardown =>
  (exit) =>
    teardown(exit, (code) => {
      const signal =
        code === 0 && Exit.isFailure(exit) && !servers.has(commandOf(words)) ? stoppedBy : undefined
      process.exitCode = signal === undefined ? code : 128 + signal
      setTimeout(() => process.exit(), lastWait).unref()
    })

/** Milliseconds that a process may take to stop. */
const deadline = 30_000

/** One Ctrl-C may arrive twice, from the terminal and from npm: signals within this many milliseconds are one. */
const sameSignal = 2_000

/**
 * Makes sure that a process stops on a signal. Past the deadline it exits as it is, and a second signal ends it at
 * once, both with exit code 1. Every acknowledged write is stored; the rest is as after a kill.
 */
export const endInTime = (): void => {
  let told: number | undefined
  const end = (why: string) => {
    console.error(why)
    process.exit(1)
  }
  const onSignal = (_name: NodeJS.Signals, number: number) => {
    stoppedBy ??= number
    const now = performance.now()
    if (told !== undefined) {
      if (now - told > sameSignal) end("Daybook received a second stop signal: exiting immediately")
      return
    }
    told = now
    setTimeout(
      () => end(`Daybook did not stop within ${deadline / 1_000} s: exiting anyway`),
      deadline,
    ).unref()
  }
  process.on("SIGINT", onSignal)
  process.on("SIGTERM", onSignal)
}

/** Milliseconds between two checks of the parent process. */
const parentInterval = 500

/**
 * Stops a process that `npm start` or `npm run daybook` has started once npm is gone. npm runs its scripts in a shell, and
 * some shells (Debian's) die of a signal without passing it on. `exec` in the script would do as well, but the shell of
 * Windows has none. A process started by any other script may outlive it.
 */
export const endWithNpm = (): void => {
  if (process.env["npm_lifecycle_script"]?.includes("bin/daybook.js") !== true) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, "SIGTERM")
  }, parentInterval).unref()
}
