import type { Setting } from "@daybook/kernel"
import * as Config from "effect/Config"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** A setting has a value that cannot be used. The message names it and says what to set. */
export class SettingError extends Schema.TaggedError<SettingError>()("SettingError", {
  message: Schema.String,
}) {}

const readOne = ({ default: fallback, kind, name }: Setting.Setting) =>
  Effect.flatMap(Config.option(Config.String(name)), (set) => {
    const text = Option.getOrElse(set, () => fallback)
    if (text === undefined) return Effect.undefined
    const subject = kind.isPrivate ? name : `${name} is "${text}"; it`
    return Option.match(kind.parse(text), {
      onNone: () => Effect.fail(new SettingError({ message: `${subject} must be ${kind.wanted}` })),
      onSome: Effect.succeed,
    })
  })

/** Reads a group of settings and checks each, also where a service is not configured. */
export const readGroup = <T extends Setting.Table>({
  table,
}: Setting.Group<T>): Effect.Effect<Setting.Values<Setting.Group<T>>, SettingError | Config.ConfigError> =>
  Effect.gen(function* () {
    const values: Record<string, unknown> = {}
    for (const [key, setting] of Object.entries(table)) values[key] = yield* readOne(setting)
    const isConfigured = Object.entries(table).every(
      ([key, { needed }]) => !needed || values[key] !== undefined,
    )
    return (isConfigured ? values : undefined) as Setting.Values<Setting.Group<T>>
  })

/** Groups of settings by the names of the services that they configure. */
export type Services = Readonly<Record<string, Setting.Group>>

/** The values of each service's settings; undefined where it is not configured, or switched off. */
export type ServiceValues<S extends Services> = {
  readonly [Name in keyof S]: Setting.Values<S[Name]> | undefined
}

/** Reads the settings of services. */
export const readServices = <S extends Services>(services: S) =>
  Effect.map(
    Effect.forEach(Object.entries(services), ([name, group]) =>
      Effect.map(readGroup(group), (values) => [name, values] as const),
    ),
    (entries) => Object.fromEntries(entries) as ServiceValues<S>,
  )

/** The environment as settings are read from it: a variable that is set to nothing is unset. */
export const environment = (env: Readonly<Record<string, string | undefined>>) =>
  ConfigProvider.layer(
    ConfigProvider.fromUnknown(Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))),
  )
