import { configure } from '@testing-library/react'

// Only bounds a failure; generous, because a busy machine must not fail a test.
configure({ asyncUtilTimeout: 60_000 })
