export { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from './embedded-postgres.ts'
export { DataFolderError, EmbeddedPostgresError } from './error.ts'
export { findPostmaster } from './postmaster.ts'
