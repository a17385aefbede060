/**
 * The name in everyday form: "Zoo (3)" is the third artist of that name, an asterisk marks an unusual spelling, and
 * old data file "The Persuader" under its second word. A name of only asterisks stays.
 */
export const artistName = (name: string): string => {
  const said = name
    .trim()
    .replace(/ \(\d+\)(?=\W|$)/g, "")
    .replace(/\*(?=\W|$)/g, "")
    .replace(/^(.+), (The)$/i, "$2 $1")
  return said === "" ? name.trim() : said
}
