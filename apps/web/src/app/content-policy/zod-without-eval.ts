/**
 * zod tries `new Function` as soon as a schema is made, and the page's policy reports that as a violation. `z.config` in
 * `#ui/forms/form.ts` comes too late for schemas of modules imported before it, so the setting is left where zod looks
 * for it.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

export {}
