import { Setting } from "@daybook/kernel"
import * as Config from "effect/Config"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"

/** A setting has a value that cannot be used. The message names it and says what to set. */
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

/** Reads a group of settings and checks each, also where a service is not configured. */
export const readGroup = <T extends Setting.Table>({
  table,
}: Setting.Group<T>): Effect.Effect<Setting.Values<Setting.Group<T>>, SettingError | Config.ConfigError> =>
  Effect.map(Effect.all(Record.map<string, Setting.Setting, Read>(table, readOne)), (values) => {
    // Each kind gives a value of the type that the table declares.
    return (Setting.isConfigured({ table }, values) ? values : undefined) as Setting.Values<Setting.Group<T>>
  })

/** Reads the settings of services. */
export const readServices = <S extends Setting.Services>(services: S) =>
  Effect.map(
    Effect.all(Record.map<string, Setting.Group, Read>(services, readGroup)),
    (values) => values as Setting.ServiceValues<S>,
  )

/** The environment as settings are read from it: a variable that is set to nothing is unset. */
export const environment = (env: Readonly<Record<string, string | undefined>>) =>
  ConfigProvider.layer(
    ConfigProvider.fromUnknown(Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))),
  )
