/**
 * zod tries `new Function` when a schema is created, which the page's policy reports as a
 * violation. `z.config` in `#ui/forms/form.ts` runs too late for schemas of modules imported
 * earlier, so the setting is placed where zod reads it at import.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

export {}
