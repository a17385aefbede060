const domainTitles: Readonly<Record<string, string>> = {
  listening: "Listening",
  reading: "Reading",
  watching: "Watching",
  running: "Running",
  attending: "Attending",
  collecting: "Collecting",
  places: "Places",
  identity: "Identity",
}

/** A name of the API for which there is no text, as that of a domain that somebody else wrote. */
export const titled = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll("-", " ")

/** The name of a domain; one that somebody else wrote shows its own. */
export const domainTitle = (name: string): string => domainTitles[name] ?? titled(name)
