/** Other sports by the words of services, watches and phones. */
const kinds: ReadonlyArray<readonly [sport: string, called: RegExp]> = [
  ["ride", /^(?!.*(horse|motor)).*(rid(e|ing)|cycl|bik)/],
  ["swim", /swim/],
  ["hike", /hik/],
  ["walk", /walk/],
  ["yoga", /yoga/],
  ["strength", /strength|weight/],
  ["row", /\brow/],
  ["ski", /\bski|snowboard/],
]

/**
 * The sport that a source names, such as `ride`; "" for a run. A sport that is unknown here keeps its name in small
 * letters, such as `stand up paddling`.
 */
export const sportOf = (name: string): string => {
  const words = name
    .trim()
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll(/[_\s-]+/g, " ")
    .toLowerCase()
  if (/^(?!.*wheelchair).*(run|jog)/.test(words)) return ""
  return kinds.find(([, called]) => called.test(words))?.[0] ?? (/^\d*$/.test(words) ? "other" : words)
}
