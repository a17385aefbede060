import { count } from "../../words.ts"

/** The texts of the first steps. */
export const setUp = {
  title: "Set up",
  toSources: "Link a service",
  toImports: "Import files",
  empty: "Nothing here yet",
  begin: "Set up Daybook",
  needsAdmin: "Sign in with an admin key to set up Daybook.",
  steps: { files: "Your files", accounts: "Accounts", time: "Time & units" },
  nav: "Steps",
  later: "Later",
  filesTitle: "First, drop everything.",
  filesLead:
    "Any export or zip. The format is detected. You can stop an import, and a second one of the same file adds nothing.",
  found: "Found so far",
  yearHere: (year: number) => `Your ${year} is here.`,
  inYears: (entries: number, years: number) =>
    `${count(entries, "entry", "entries")} in ${count(years, "year", "years")}`,
  openYear: (year: number) => `Open ${year}`,
  fromServices: "Your files come from here. Link it, and tomorrow fills itself.",
  inYourFiles: "Found in your files",
  toAccounts: "Next: accounts",
  accountsTitle: "Then, who keeps it going?",
  accountsLead: "Link what you still use, and tomorrow fills itself. Daybook only reads.",
  toTime: "Next: time & units",
  timeTitle: "Where does your day begin?",
  timeLead: "Your days are in this time zone. Change it if it is wrong.",
  willRead: "This is how it will read",
  /** A day as it could be, by domain. */
  sample: { running: "Easy run", listening: "Low Water, and 13 more songs", watching: "Long Division" },
  hereIs: (zone: string) => `This browser is in ${zone}.`,
  useHere: (zone: string) => `Use ${zone}`,
  done: "Open my daybook",
  noAccounts: "No services are ready to link.",
  noAccountsHint: "Each needs credentials first. See Sources.",
  allServices: "All services",
}
