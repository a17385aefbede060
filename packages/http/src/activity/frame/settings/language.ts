import * as Effect from "effect/Effect"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import { AdminSettings } from "./adminSettings.ts"

/**
 * Makes the function that chooses, among the languages of some texts, the one of a request: the one that the owner has
 * set, else the first of the browser's that there is, else English.
 */
export const makeLanguageOf = <Language extends string>(texts: Readonly<Record<Language | "en", unknown>>) =>
  Effect.map(
    AdminSettings,
    ({ preferences }) =>
      ({ headers }: HttpServerRequest.HttpServerRequest): Effect.Effect<Language | "en"> =>
        Effect.map(preferences, ({ language }) => {
          const wanted = language === "auto" ? (headers["accept-language"] ?? "").split(/[,;]/) : [language]
          return (
            wanted
              .map((tag) => tag.trim().toLowerCase().slice(0, 2))
              .find((tag): tag is Language => Object.hasOwn(texts, tag)) ?? "en"
          )
        }),
  )
