import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

/** The reader of a setting's text. */
export interface Kind<out A> {
  /** Completes "NAME must be …". */
  readonly wanted: string
  /** The text may hold a password or a key: no error quotes it. */
  readonly isPrivate: boolean
  /** The text is a password or a key: it is never shown, and it is stored sealed. */
  readonly isSecret?: boolean
  /** None for a text that is not accepted. */
  readonly parse: (text: string) => Option.Option<A>
}

/** A setting is an environment variable, of a server or of a service. */
export interface Setting<out A = unknown> {
  readonly name: string
  readonly kind: Kind<A>
  /** The text that is read while the variable is unset. Left out, the value is then undefined. */
  readonly default?: string
  /** Shown as the default, if it has none or one that reads badly. */
  readonly shown?: string
  /**
   * A service is configured only while each required setting has a value. A linked account can replace the settings
   * that are required "unless linked"; its application is then in those required "to link".
   */
  readonly needed?: true | "unless linked" | "to link"
  readonly meaning: string
}

/** Settings by the names of the members that they are read into. */
export type Table = Readonly<Record<string, Setting>>

/** The settings of one service, or of one concern of a server, under a title for the reader. */
export interface Group<out T extends Table = Table> {
  readonly title: string
  readonly table: T
  /** True for a service that only describes items of others: it has no sync. */
  readonly describes?: boolean
}

/** The value that a setting is read as: undefined while it is unset, unless it has a default or is needed. */
type Value<S> = S extends { readonly kind: Kind<infer A> }
  ? S extends { readonly needed: true }
    ? Exclude<A, undefined>
    : S extends { readonly default: string }
      ? A
      : A | undefined
  : never

/** Undefined if one of the settings is required. */
type Unconfigured<T> = {
  [Key in keyof T]: T[Key] extends { readonly needed: true } ? undefined : never
}[keyof T]

/** The values of a group, member by member; undefined while a needed setting has none. */
export type Values<G> =
  G extends Group<infer T> ? { readonly [Key in keyof T]: Value<T[Key]> } | Unconfigured<T> : never

type Needed<T extends Table> = {
  [Key in keyof T]: T[Key] extends { readonly needed: true }
    ? T[Key] extends { readonly default: string }
      ? never
      : Key
    : never
}[keyof T]

/** The settings of a service: the required ones, and any of the others. Each stands for the variable of its name. */
export type Config<G> =
  G extends Group<infer T>
    ? { readonly [Key in Needed<T>]: Value<T[Key]> } & {
        readonly [Key in Exclude<keyof T, Needed<T>>]?: Value<T[Key]> | undefined
      }
    : never

/** The groups of services by the names that their values are read into. */
export type Services = Readonly<Record<string, Group>>

/** The values of each service's settings; undefined if it is not configured, or switched off. */
export type ServiceValues<S extends Services> = {
  readonly [Name in keyof S]: Values<S[Name]> | undefined
}

/** A setting by its variable and its kind, with its default and its meaning. */
export const of = <const Name extends string, A, const More extends Omit<Setting, "name" | "kind">>(
  name: Name,
  kind: Kind<A>,
  more: More,
): { readonly name: Name; readonly kind: Kind<A> } & More => ({ name, kind, ...more })

/** A group of settings as they are written down. */
export const group = <const T extends Table>(
  title: string,
  table: T,
  more: Pick<Group, "describes"> = {},
): Group<T> => ({ title, table, ...more })

/** A custom kind of setting. `parse` returns undefined for a text that is not accepted. */
export const kind = <A extends {}>(
  wanted: string,
  parse: (text: string) => A | undefined,
  options: { readonly isPrivate?: boolean; readonly isSecret?: boolean } = {},
): Kind<A> => ({
  wanted,
  isPrivate: options.isPrivate ?? options.isSecret ?? false,
  isSecret: options.isSecret ?? false,
  parse: (text) => Option.fromUndefinedOr(parse(text)),
})

/** Any text, as it is. */
export const text: Kind<string> = kind("a text", (text) => text)

/** Any text, kept secret. */
export const secret: Kind<Redacted.Redacted> = kind("a text", (text) => Redacted.make(text), {
  isSecret: true,
})

/** The URL of a service. */
export const address: Kind<URL> = kind(
  "an http or https address",
  (text) => (/^https?:\/\//.test(text) && URL.canParse(text) ? new URL(text) : undefined),
  { isPrivate: true },
)

/** The values of `inner`, or `off`, which is not a value: the service that requires the setting is then not called. */
export const orOff = <A>(inner: Kind<A>): Kind<A | undefined> => ({
  ...inner,
  wanted: `${inner.wanted}, or off`,
  parse: (text) => (text === "off" ? Option.some(undefined) : inner.parse(text)),
})

/** `on` or `off`. */
export const onOrOff: Kind<boolean> = kind("on or off", (text) =>
  text === "on" ? true : text === "off" ? false : undefined,
)

/** One of some words. */
export const oneOf = <const Word extends string>(...words: ReadonlyArray<Word>): Kind<Word> =>
  kind(`${words.slice(0, -1).join(", ")} or ${words.at(-1)}`, (text) => words.find((word) => word === text))

/** A whole number within bounds, which `wanted` describes with its unit. */
export const wholeNumber = (least: number, most: number, wanted: string): Kind<number> =>
  kind(wanted, (text) => {
    const value = Number(text)
    return /^\d+$/.test(text) && value >= least && value <= most ? value : undefined
  })

/** The default of a setting as users read it. */
export const shownDefault = (setting: Setting): string => setting.shown ?? setting.default ?? "unset"

/** True for values with which a service can be called, or could be after linking. */
export const isConfigured = (
  { table }: Pick<Group, "table">,
  values: Readonly<Record<string, unknown>>,
): boolean => {
  const all = (needed: Setting["needed"]) =>
    Object.entries(table).every(([key, one]) => one.needed !== needed || values[key] !== undefined)
  return all(true) && (all("unless linked") || isLinkable({ table }, values))
}

/** True for values that hold an application in whose name an account can be linked. */
export const isLinkable = (
  { table }: Pick<Group, "table">,
  values: Readonly<Record<string, unknown>>,
): boolean =>
  Object.entries(table).every(
    ([key, { needed }]) => (needed !== true && needed !== "to link") || values[key] !== undefined,
  )

/**
 * The missing settings and the set ones, by name; undefined for a service with none or all of its required
 * settings. The settings of an application to link an account with require each other, and so do those that a linked
 * account replaces.
 */
export const halfSet = (
  group: Group,
  values: Readonly<Record<string, unknown>>,
): { readonly set: ReadonlyArray<string>; readonly missing: ReadonlyArray<string> } | undefined => {
  const own = Object.entries(group.table).filter(([, one]) => one.default === undefined)
  const isSet = ([key]: (typeof own)[number]) => values[key] !== undefined
  const set = own.filter(isSet)
  if (set.length === 0) return undefined
  const lackOf = (needed: Setting["needed"]) => {
    const all = own.filter(([, one]) => one.needed === needed)
    const lack = all.filter((one) => !isSet(one))
    return needed === true || lack.length < all.length ? lack : []
  }
  const some = [...lackOf(true), ...lackOf("unless linked"), ...lackOf("to link")]
  const isNone = some.length === 0 && !isConfigured(group, values)
  const missing = isNone ? own.filter(([, one]) => one.needed === "unless linked") : some
  return missing.length === 0
    ? undefined
    : { set: set.map(([, { name }]) => name), missing: missing.map(([, { name }]) => name) }
}

/** The names of the settings that a service needs: required, and without a default. */
export const needed = ({ table }: Group): ReadonlyArray<string> =>
  Object.values(table).flatMap((one) =>
    one.needed !== undefined && one.needed !== "to link" && one.default === undefined ? [one.name] : [],
  )

/** The names of the settings of the application in whose name an account is linked. */
export const neededToLink = ({ table }: Group): ReadonlyArray<string> =>
  Object.values(table).flatMap((one) =>
    one.needed !== undefined && one.needed !== "unless linked" && one.default === undefined ? [one.name] : [],
  )

/** Names as a sentence lists them: `A, B and C`. */
export const inWords = (names: ReadonlyArray<string>): string =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`

/** The settings that configure one of these services, in words: `LETTERBOXD_USER, or TRAKT_CLIENT_ID and TRAKT_TOKEN`. */
export const neededInWords = (...services: ReadonlyArray<Group>): string =>
  services.map((service) => inWords(needed(service))).join(", or ")
