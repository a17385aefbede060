import { type Lexicon, say, words, templates } from "../grammar.ts"
import { english } from "../listening/words.ts"
import type { Random } from "../random.ts"
import type { Topic } from "./topics.ts"

export const titles = templates(`
    3 What {things} know about {things} | 3 The quiet return of {things} |
    3 How to {verb} without {things} | 3 A {adjective} history of {things} | 3 Why {things} {verb} |
    1 {number} winters in a {place} | 2 The last {things} of the {place} |
    2 Notes from a {adjective} {place} | 1 Against {things} |
    2 The {adjective} art of {things} and {things}`)

export const descriptions = templates(`
    3 Why {people} still {verb}, and what it does to {things}. |
    2 A visit to the {place} where {things} are made to {verb}. |
    2 {people} have argued about {things} for {number} years. They may both be right. |
    2 Of {things}, {things} and one {adjective} {place}.`)

const sentences = templates(`
    3 For {number} years {people} believed that {things} would never {verb} near a {place}. |
    3 The {things} {verb}, and the {things} wait. |
    2 In the {adjective} {place} behind {last} Street, {things} {verb} before anyone is awake. |
    3 {people} who {verb} learn to leave the {things} alone. |
    2 Nobody at the {place} remembers who first let the {things} {verb}. |
    2 It was {last} who noticed that {adjective} {things} and {adjective} {things} are the same thing. |
    2 A {adjective} answer is that {things} cost less than {things}. |
    2 When the {place} closed, {number} of the {things} were sold and the rest began to {verb}. |
    2 “You cannot {verb} them,” says {last}, “you can only ask the {things}.” |
    1 None of this explains the {things}. |
    2 By {month} the {things} had reached the next {place}, {adjective} and complete.`)

const shared: Lexicon = {
  adjective: words(`
    patient narrow borrowed ordinary stubborn hollow bright unfinished careful distant brittle generous foreign
    sudden private crooked second modest silent weathered precise`),
  people: words(`
    Engineers Grandmothers Critics Neighbours Historians Beginners Officials Travellers Teachers Amateurs Farmers`),
  number: words("two three four five six seven nine eleven twelve twenty thirty forty sixty"),
  month: words("January February March April May June July August September October November December"),
}

/** The words that fill the sentences of an article on a topic. */
export const lexiconOf = (topic: Topic): Lexicon => ({
  ...english,
  ...shared,
  things: topic.things,
  verb: topic.verbs,
  place: topic.places,
})

const escape = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")

/** An article's HTML with about this many characters of text, in paragraphs with a heading now and then. */
export const bodyOf = (random: Random, lexicon: Lexicon, length: number): string => {
  const html: Array<string> = []
  let written = 0
  while (written < length) {
    if (html.length > 0 && random.chance(0.15)) html.push(`<h2>${escape(say(random, titles, lexicon))}</h2>`)
    const paragraph = Array.from({ length: random.integer(3, 6) }, () =>
      say(random, sentences, lexicon),
    ).join(" ")
    html.push(`<p>${escape(paragraph)}</p>`)
    written += paragraph.length
  }
  return `<article>${html.join("\n")}</article>`
}
