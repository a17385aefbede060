import type { Language } from "./locale.ts"
import type { Messages } from "./texts.ts"
import { language, locale } from "./words.ts"

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

// The first format of dates takes a phone a tenth of a second: it is made while the page's code is on its way.
setTimeout(() => new Intl.DateTimeFormat(locale))
