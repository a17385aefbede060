import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { rmSync, writeFileSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { join } from "node:path"

/** The server that has a folder open: its address on this machine, and the key that its process takes. */
const OpenServer = Schema.Struct({ address: Schema.String, key: Schema.String })
export type OpenServer = typeof OpenServer.Type

const text = Schema.fromJsonString(OpenServer)
const read = Schema.decodeUnknownOption(text)
const write = Schema.encodeSync(text)

const fileIn = (dataDir: string) => join(dataDir, "server.json")

/** The address for clients on this machine, where a server listens on all of its addresses. */
export const here = (address: string) =>
  address.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:")

/**
 * Publishes the URL of the server that has the folder open, for commands on this machine, in a file of the folder that
 * only its owner can read: anyone who reads it could read the data itself. The file is removed at the end; after a kill
 * it is stale, and the lock of the folder is free.
 */
export const publishServerAddress = (dataDir: string, address: string, key: Redacted.Redacted) =>
  Effect.acquireRelease(
    // It lasts no longer than the process: nothing waits for the disk.
    Effect.sync(() => {
      rmSync(fileIn(dataDir), { force: true })
      writeFileSync(fileIn(dataDir), write({ address: here(address), key: Redacted.value(key) }), {
        mode: 0o600,
      })
    }),
    () => Effect.sync(() => rmSync(fileIn(dataDir), { force: true })),
  )

/** The server that has reported that it has the folder open; none if no server has. */
export const findOpenServer = (dataDir: string): Effect.Effect<Option.Option<OpenServer>> =>
  Effect.tryPromise(() => readFile(fileIn(dataDir), "utf8")).pipe(
    Effect.map(read),
    Effect.orElseSucceed(() => Option.none()),
  )
