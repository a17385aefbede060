import type { Language } from "./locale.ts"
import type * as english from "./messages/en.ts"
import { language } from "./words.ts"

type English = typeof english

/** Texts of the same names, and functions of the same parameters, as the English ones. */
type Texts<English> = English extends string
  ? string
  : English extends (...given: infer Given) => infer Said
    ? (...given: Given) => Texts<Said>
    : { readonly [Name in keyof English]: Texts<English[Name]> }

/** Every text of the page. */
export type Messages = Texts<English>

const load: Readonly<Record<Language, () => Promise<Messages>>> = {
  en: () => import("./messages/en.ts"),
  de: () => import("./messages/de.ts"),
  es: () => import("./messages/es.ts"),
  fr: () => import("./messages/fr.ts"),
  ja: () => import("./messages/ja.ts"),
  pt: () => import("./messages/pt.ts"),
}

/** The texts of the page's language, whose code is requested as soon as the page's own. */
export const loading: Promise<Messages> = load[language]()
