import { Setting } from "@daybook/kernel"
import * as Config from "effect/Config"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"

/** A setting has a value that cannot be used. The message names it and states what to set. */
export class SettingError extends Schema.TaggedError<SettingError>()("SettingError", {
  message: Schema.String,
}) {}

type Read = Effect.Effect<unknown, SettingError | Config.ConfigError>

const readOne = ({ default: fallback, kind, name }: Setting.Setting): Read =>
  Effect.flatMap(Config.option(Config.String(name)), (set) => {
    const text = Option.getOrElse(set, () => fallback)
    if (text === undefined) return Effect.undefined
    const subject = kind.isPrivate ? name : `${name} is "${text}"; it`
    return Option.match(kind.parse(text), {
      onNone: () => Effect.fail(new SettingError({ message: `${subject} must be ${kind.wanted}` })),
      onSome: Effect.succeed,
    })
  })

const readTable = (table: Setting.Table) =>
  Effect.all(Record.map<string, Setting.Setting, Read>(table, readOne))

/** Reads a group of settings and checks each, even if a service is not configured. */
export const readGroup = <T extends Setting.Table>({
  table,
}: Setting.Group<T>): Effect.Effect<Setting.Values<Setting.Group<T>>, SettingError | Config.ConfigError> =>
  Effect.map(readTable(table), (values) => {
    // Each kind returns a value of the type that the table declares.
    return (Setting.isConfigured({ table }, values) ? values : undefined) as Setting.Values<Setting.Group<T>>
  })

/** Reads the settings of services. */
export const readServices = <S extends Setting.Services>(services: S) =>
  Effect.map(
    Effect.all(Record.map<string, Setting.Group, Read>(services, readGroup)),
    (values) => values as Setting.ServiceValues<S>,
  )

/** Names the services with only some of their settings, in a sentence each. */
export const readHalfSet = (services: Setting.Services) =>
  Effect.forEach(Object.values(services), (group) =>
    Effect.map(readTable(group.table), (values) => {
      const found = Setting.halfSet(group, values)
      if (found === undefined) return []
      const { missing, set } = found
      return [
        `${group.title} is not used as its settings say: ${Setting.inWords(set)} ${set.length > 1 ? "are" : "is"} set, and ` +
          `${Setting.inWords(missing)} ${missing.length > 1 ? "are" : "is"} missing`,
      ]
    }),
  ).pipe(Effect.map((sentences) => sentences.flat()))

/** The settings of earlier versions, and a sentence on each. */
const formerSettings = {
  DURABILITY:
    "DURABILITY is no longer a setting: every write is on disk before it is acknowledged. Remove it",
}

/** Returns a sentence for each set setting that no longer exists. */
export const readFormer = Effect.gen(function* () {
  const said: Array<string> = []
  for (const [name, sentence] of Object.entries(formerSettings))
    if (Option.isSome(yield* Config.option(Config.String(name)))) said.push(sentence)
  return said
})

/** The environment for settings: an empty variable is unset. */
export const environment = (env: Readonly<Record<string, string | undefined>>) =>
  ConfigProvider.layer(
    ConfigProvider.fromUnknown(Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))),
  )
