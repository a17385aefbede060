import { de } from "./de.ts"
import { en, type StoryTexts } from "./en.ts"
import { es } from "./es.ts"
import { fr } from "./fr.ts"
import { ja } from "./ja.ts"
import { pt } from "./pt.ts"

export type { StoryTexts } from "./en.ts"

/** The texts of story cards and public pages in each language. */
export const storyTexts = { de, en, es, fr, ja, pt } satisfies Readonly<Record<string, StoryTexts>>

export type StoryLanguage = keyof typeof storyTexts
