import { type AdminSetting, SettingFixed } from "@daybook/http"
import {
  InvalidInput,
  isStorableText,
  type Setting,
  type SettingChange,
  type StoredSetting,
} from "@daybook/kernel"
import { MediaServer, Sealing } from "@daybook/sources"
import { DataFolder } from "@daybook/storage-sqlite"
import * as Config from "effect/Config"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type { ServedDomain } from "../serving/servedDomain.ts"
import { onPostgres } from "../onPostgres.ts"
import * as SealingKey from "../syncs/sealingKey.ts"
import {
  readServerSettings,
  readSettings,
  type ServerSettings,
  serviceGroups,
  type Settings,
} from "../settings.ts"
import { appearance, time, webhooks } from "./operation.ts"
import { server, storage } from "./server.ts"

type Domains = ReadonlyArray<ServedDomain>

/** A setting that the owner may change while the server runs, and its group in the page. */
interface Storable {
  readonly group: string
  readonly setting: Setting.Setting
}

const of = (group: string, ...settings: ReadonlyArray<Setting.Setting>) =>
  settings.map((setting): Storable => ({ group, setting }))

/** The settings that the owner may change. Only the host replaces default URLs of services. */
export const storableSettings = (domains: Domains): ReadonlyArray<Storable> => [
  ...of("time", time.table.timeZone, time.table.dayBeginsAt),
  ...of("appearance", ...Object.values(appearance.table)),
  ...of("maps", server.table.tilesUrl, server.table.tilesCredit),
  ...of("webhooks", webhooks.table.webhooksTo),
  ...of("backup", storage.table.backupTo),
  ...of("media-server", ...Object.values(MediaServer.settings.table)),
  ...Object.entries(serviceGroups(domains)).flatMap(([name, { table }]) =>
    of(name, ...Object.values<Setting.Setting>(table).filter((one) => one.default === undefined)),
  ),
]

/** The texts of stored settings by name, as they are read instead of variables that are not set. */
export type StoredTexts = ReadonlyMap<string, string>

const purposeOf = (name: string) => `setting ${name}`

/** Opens stored settings. Unusable ones are omitted and reported. */
export const openStored = Effect.fnUntraced(function* (
  domains: Domains,
  settings: ServerSettings,
  rows: ReadonlyArray<StoredSetting>,
) {
  const known = new Map(storableSettings(domains).map(({ setting }) => [setting.name, setting]))
  // Not those of domains that this server does not serve.
  const own = rows.flatMap((row) => {
    const kind = known.get(row.name)?.kind
    return kind === undefined ? [] : [{ ...row, kind }]
  })
  const open = Effect.fnUntraced(function* ({ isSealed, kind, name, value }: (typeof own)[number]) {
    const opened = isSealed
      ? Option.map(yield* Sealing.use((sealing) => sealing.open(purposeOf(name), value)), Redacted.value)
      : Option.some(value)
    if (Option.isSome(Option.flatMap(opened, kind.parse))) return [[name, Option.getOrThrow(opened)] as const]
    yield* Effect.logWarning(
      isSealed && Option.isNone(opened)
        ? `${name} is not used: it was sealed with another SEALING_KEY; set it again`
        : `${name} is not used: it must be ${kind.wanted}; set it again`,
    )
    return []
  })
  const texts = Effect.map(Effect.forEach(own, open), (all): StoredTexts => new Map(all.flat()))
  return yield* Effect.provide(
    texts,
    SealingKey.layer(
      settings,
      own.some(({ isSealed }) => isSealed),
    ),
  )
})

/** The settings stored where these say, before their stores are opened. */
const storedIn = ({ database, databaseTimeout, dataDir, schema }: ServerSettings) => {
  if (database.kind === "memory") return Effect.succeed([])
  if (database.kind === "file") return DataFolder.storedSettings(dataDir)
  const { url } = database
  return Effect.flatMap(
    Effect.promise(() => import("@daybook/storage-postgres")),
    ({ SqlStorage }) =>
      Effect.provide(
        SqlStorage.storedSettings,
        onPostgres(({ Postgres }) =>
          Postgres.layer({
            url,
            schema,
            maxConnections: 1,
            statementLimit: Duration.seconds(databaseTimeout),
          }),
        ),
      ),
  )
}

/** Reads settings with these texts instead of variables that are not set. */
export const withStored = <A, E, R>(
  texts: StoredTexts,
  read: Effect.Effect<A, E, R>,
): Effect.Effect<A, E, R> =>
  Effect.updateService(read, ConfigProvider.ConfigProvider, (variables) =>
    ConfigProvider.orElse(variables, ConfigProvider.fromUnknown(Object.fromEntries(texts))),
  )

/**
 * The settings of a server of these domains: the environment's variables, else what the owner has stored. The stored ones are read
 * from where the environment says, unless `rows` is present.
 */
export const readAllSettings = Effect.fnUntraced(function* (
  domains: Domains,
  rows?: ReadonlyArray<StoredSetting>,
) {
  const own = yield* readServerSettings
  const texts = yield* openStored(domains, own, rows ?? (yield* storedIn(own)))
  return { texts, settings: yield* withStored(texts, readSettings(domains)) }
})

/** The settings of a server, and the stored texts among them. */
export interface Reading {
  readonly texts: StoredTexts
  readonly settings: Settings
}

/** Reads the settings of a server, with these rows of its store. */
export type ReadSettings = (
  rows?: ReadonlyArray<StoredSetting>,
) => Effect.Effect<Reading, Effect.Error<ReturnType<typeof readAllSettings>>>

/** The settings that the environment has, by name. */
export const inEnvironment = (domains: Domains) =>
  Effect.map(
    Effect.forEach(storableSettings(domains), ({ setting: { name } }) =>
      Effect.map(Config.option(Config.String(name)), (set) =>
        Option.map(set, (text) => [name, text] as const),
      ),
    ),
    (all) => new Map(all.flatMap(Option.toArray)),
  )

/** The settings that the owner may change, as they are with these variables and stored texts. */
export const shownSettings = (
  domains: Domains,
  variables: ReadonlyMap<string, string>,
  texts: StoredTexts,
): ReadonlyArray<AdminSetting> =>
  storableSettings(domains).map(({ group, setting: { default: fallback = "", kind, meaning, name } }) => {
    const text = variables.get(name) ?? texts.get(name)
    const secret = kind.isSecret === true
    return {
      name,
      group,
      meaning,
      wanted: kind.wanted,
      value: secret && text !== undefined ? "set" : (text ?? fallback),
      source: variables.has(name) ? "environment" : texts.has(name) ? "stored" : "default",
      secret,
    }
  })

/** The changes of a request as a store takes them: checked, and sealed where secret. */
export const changesOf = Effect.fnUntraced(function* (
  domains: Domains,
  settings: ServerSettings,
  variables: ReadonlyMap<string, string>,
  asked: Readonly<Record<string, string | null>>,
) {
  const known = new Map(storableSettings(domains).map(({ setting }) => [setting.name, setting]))
  const changes: Array<SettingChange> = []
  for (const [name, given] of Object.entries(asked)) {
    const kind = known.get(name)?.kind
    const refuse = (message: string) => new InvalidInput({ field: name, message: `${name}: ${message}` })
    if (kind === undefined) return yield* refuse("there is no such setting, or it cannot be changed here")
    if (variables.has(name))
      return yield* new SettingFixed({
        message: `${name} is set in the server's environment, which decides. Change it there, or remove it there to change it here`,
      })
    const text = given?.trim() ?? ""
    if (text === "") changes.push({ name })
    else if (!isStorableText(text) || Option.isNone(kind.parse(text)))
      return yield* refuse(`must be ${kind.wanted}`)
    else if (kind.isSecret !== true) changes.push({ name, value: text, isSealed: false })
    else {
      const seal = Sealing.use((sealing) => sealing.seal(purposeOf(name), Redacted.make(text)))
      const value = yield* Effect.mapError(
        Effect.provide(seal, SealingKey.layer(settings, true)),
        ({ message }) => refuse(message),
      )
      changes.push({ name, value, isSealed: true })
    }
  }
  return changes
})
