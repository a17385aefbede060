import { migrate } from "../sql/migrator.ts"

/** The tables of images. */
export const migrateImages = migrate("images", {
  "1_images": [
    `create table images (
      hash text primary key,
      width int not null,
      height int not null,
      thumbhash text not null,
      dominant_color text not null
    ) strict, without rowid`,
    `create table image_variants (
      hash text not null references images,
      longest_side int not null,
      content_type text not null,
      bytes blob not null,
      primary key (hash, longest_side)
    ) strict`,
    `create table image_sources (
      url text primary key,
      hash text references images,
      tries int not null default 0,
      tried_at int,
      check (hash is not null or tried_at is not null)
    ) strict`,
  ],
})
