import type { Random, Weighted } from "./random.ts"

/** At least one word or phrase. */
export type Words = readonly [string, ...ReadonlyArray<string>]

/** Sentences with holes, such as `The {adjective} {noun}`, each with its weight. */
export type Templates = readonly [Weighted<string>, ...ReadonlyArray<Weighted<string>>]

/** The words that fill the holes, by name. */
export type Lexicon = Readonly<Record<string, Words>>

const nonEmpty = ([first, ...rest]: ReadonlyArray<string>): Words => [first ?? "", ...rest]

/** The words of a text, split at white space. */
export const words = (text: string): Words => nonEmpty(text.trim().split(/\s+/))

/** The phrases of a text, split at commas. A line may break within one. */
export const phrases = (text: string): Words => nonEmpty(text.trim().replace(/\s+/g, " ").split(/ ?, ?/))

/** Fills every hole of one of the templates. A hole that the lexicon lacks is a mistake of ours. */
export const say = (random: Random, templates: Templates, lexicon: Lexicon): string =>
  random
    .weighted(templates)
    .replace(/\{(\w+)\}/g, (_, hole: string) => {
      const choices = lexicon[hole]
      if (choices === undefined) throw new Error(`No words for {${hole}}`)
      return random.pick(choices)
    })
    .replace(/\b([Aa]) (?=[aeio]|un(?!i))/gi, "$1n ")
