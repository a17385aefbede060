import type { Random, Weighted } from "./random.ts"

/** At least one word or phrase. */
export type Words = readonly [string, ...ReadonlyArray<string>]

/** Sentences with holes, such as `The {adjective} {noun}`, and how often each is said. */
export type Templates = readonly [Weighted<string>, ...ReadonlyArray<Weighted<string>>]

/** What fills the holes, by name. */
export type Lexicon = Readonly<Record<string, Words>>

const nonEmpty = ([first, ...rest]: ReadonlyArray<string>): Words => [first ?? "", ...rest]

/** Words in a text, between white space. */
export const words = (text: string): Words => nonEmpty(text.trim().split(/\s+/))

/** Phrases in a text, between commas. A line may break within one. */
export const phrases = (text: string): Words => nonEmpty(text.trim().replace(/\s+/g, " ").split(/ ?, ?/))

/** Says one of the templates with every hole filled. A hole that the lexicon lacks is a mistake of ours. */
export const say = (random: Random, templates: Templates, lexicon: Lexicon): string =>
  random
    .weighted(templates)
    .replace(/\{(\w+)\}/g, (_, hole: string) => {
      const choices = lexicon[hole]
      if (choices === undefined) throw new Error(`No words for {${hole}}`)
      return random.pick(choices)
    })
    .replace(/\b([Aa]) (?=[AEIO])/g, "$1n ")
