import { Sealing } from "@daybook/sources"
import { DataFolder } from "@daybook/storage-sqlite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { randomBytes } from "node:crypto"
import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { syncFile, syncNames } from "../fsync.ts"
import { isSealingKey, type ServerSettings, SettingError } from "../settings.ts"

const makeKey = (): string => randomBytes(32).toString("hex")

let own: Redacted.Redacted | undefined

/** A key that ends with this process, as what it seals does. */
const keyOfProcess = Effect.sync(() => (own ??= Redacted.make(makeKey())))

const isThere = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "EEXIST"

/** Writes a new key in one step, readable only by its owner. An existing key stays. */
const writeKey = (dataDir: string, file: string): void => {
  DataFolder.makeFolder(dataDir)
  const draft = `${file}.${randomBytes(8).toString("hex")}`
  writeFileSync(draft, `${makeKey()}\n`, { mode: 0o600, flag: "wx" })
  try {
    syncFile(draft)
    linkSync(draft, file)
    syncNames(dataDir)
  } catch (error) {
    // Several servers may start on one folder at once: the first one makes the key.
    if (!isThere(error)) throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

const readKey = (file: string): string | undefined => {
  try {
    return readFileSync(file, "utf8").trim()
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined
    throw error
  }
}

/** The key kept in `DATA_DIR`; made on the first start. */
const keptKey = Effect.fnUntraced(function* (dataDir: string) {
  const file = join(dataDir, "sealing-key")
  const key = yield* Effect.try({
    try: () => {
      const known = readKey(file)
      if (known !== undefined) return known
      writeKey(dataDir, file)
      return readKey(file) ?? ""
    },
    catch: (cause) =>
      new SettingError({
        message: `cannot store the key that seals tokens in DATA_DIR: ${cause instanceof Error ? cause.message : String(cause)}; set SEALING_KEY`,
      }),
  })
  if (isSealingKey(key)) return Redacted.make(key)
  return yield* new SettingError({
    message: `${file} must hold 64 hexadecimal characters: put it back from a backup, or remove it and get new tokens`,
  })
})

/**
 * Seals the sessions of browsers with `SEALING_KEY`, else with the key kept in `DATA_DIR`. If none can be stored,
 * sessions end with the process.
 */
export const layerForSessions = ({ database, dataDir, sealingKey }: ServerSettings): Layer.Layer<Sealing> => {
  const key =
    sealingKey !== undefined
      ? Effect.succeed(sealingKey)
      : database.kind === "memory"
        ? keyOfProcess
        : Effect.catch(keptKey(dataDir), ({ message }) =>
            Effect.andThen(
              Effect.logWarning(`browsers are signed out by a restart: ${message}`),
              keyOfProcess,
            ),
          )
  return Layer.unwrap(Effect.map(key, (known) => Layer.orDie(Sealing.layer(known))))
}

/**
 * Seals tokens with `SEALING_KEY`, else with a key stored in `DATA_DIR`. No key is stored if storage is in memory, or
 * if no configured service has tokens to store.
 */
export const layer = (
  { database, dataDir, sealingKey }: ServerSettings,
  storesTokens: boolean,
): Layer.Layer<Sealing, SettingError> => {
  const key =
    sealingKey !== undefined
      ? Effect.succeed(sealingKey)
      : database.kind === "memory" || !storesTokens
        ? keyOfProcess
        : keptKey(dataDir)
  return Layer.unwrap(Effect.map(key, (known) => Layer.orDie(Sealing.layer(known))))
}
