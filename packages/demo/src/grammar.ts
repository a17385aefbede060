import type { Choices, Random } from "./random.ts"

/** At least one word or phrase. */
export type Words = readonly [string, ...ReadonlyArray<string>]

/** Sentences with holes, such as `The {adjective} {noun}`, each with its weight. */
export type Templates = Choices<string>

/** The words that fill the holes, by name. */
export type Lexicon = Readonly<Record<string, Words>>

const nonEmpty = ([first, ...rest]: ReadonlyArray<string>): Words => [first ?? "", ...rest]

/** The words of a text, split at white space. */
export const words = (text: string): Words => nonEmpty(text.trim().split(/\s+/))

/** The phrases of a text, split at commas. A line may break within one. */
export const phrases = (text: string): Words => nonEmpty(text.trim().replace(/\s+/g, " ").split(/ ?, ?/))

/** The sentences of a text with bars between them, each after its weight. */
export const templates = (text: string): Templates => {
  const [first, ...rest] = text.split("|").map((part) => {
    const [, weight, sentence = ""] = /^([\d.]+) (.*)$/.exec(part.trim()) ?? []
    return [sentence, Number(weight)] as const
  })
  return [first ?? ["", 1], ...rest]
}

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
