import { Everything } from "@daybook/storage-sql"

/**
 * The last migrations of PostgreSQL's tables while exports were of format 1, which held their rows. Rows of these are like ours;
 * older ones are not.
 */
export const lastOfFormat1: Everything.Numbers = {
  access: 2,
  attending: 11,
  collecting: 6,
  edits: 1,
  images: 1,
  imports: 3,
  journal: 3,
  listening: 18,
  places: 6,
  play_details: 1,
  playing_now: 2,
  profiles: 8,
  rate_limits: 1,
  reading: 11,
  reading_vectors: 1,
  running: 7,
  search: 2,
  service_states: 1,
  set_aside: 1,
  shares: 1,
  syncs: 3,
  tokens: 1,
  versions: 2,
  watching: 9,
  webhooks: 2,
  workspaces: 4,
}

/** The sequences that are not named by their tables. */
const named: Readonly<Record<string, string>> = {
  profile_numbers: "profile_requests",
  watch_record_ids: "watch_records",
}

/** The last id of each table, from the last number of each of PostgreSQL's sequences. */
export const countersOfFormat1 = (sequences: Everything.Numbers): Everything.Numbers =>
  Object.fromEntries(
    Object.entries(sequences).flatMap(([sequence, last]) => {
      const name = named[sequence] ?? sequence.replace(/_(id|place|position)_seq$/, "")
      return Everything.isExported(name) ? [[name, last]] : []
    }),
  )
