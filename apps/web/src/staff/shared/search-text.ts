/** Cells that are copied from a sheet hold tabs, mails hold invisible marks: the server refuses both. */
const unsearchable = /[\u0000-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069\p{Surrogate}]+/gu

/** What the server is asked for when a person types or pastes a search. */
export const searchText = (typed: string): string =>
  // Cut before it is cleaned: the cut may leave half a character.
  typed.trim().slice(0, 100).replaceAll(unsearchable, ' ').trim()
