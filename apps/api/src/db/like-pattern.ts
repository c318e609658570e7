/** An `ilike` pattern for texts that contain the search; its wildcards are escaped. */
export const containsPattern = (search: string): string => `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`
