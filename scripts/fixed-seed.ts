import fc from 'fast-check'

/** The same cases at every run: a property that fails must fail again for whoever looks into it. */
fc.configureGlobal({ seed: 20_261_115 })
