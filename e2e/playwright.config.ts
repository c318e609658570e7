import { defineConfig } from '@playwright/test'
import { chromiumFlags } from './chromium.ts'

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.journey.ts',
  // Only `npm test -- --all` restores the product from a backup.
  testIgnore: process.env.JOURNEYS === 'all' ? [] : ['restored.journey.ts'],
  outputDir: '../test-results/journeys',
  globalSetup: './product.ts',
  workers: 2,
  // The default tier of `npm test` leaves out journeys that repeat another in a second language.
  ...(process.env.JOURNEYS === 'once' ? { grepInvert: /@repeated/ } : {}),
  fullyParallel: true,
  forbidOnly: true,
  // A failed journey is tried once more, because browsers on a shared machine have hiccups; the
  // summary of `npm test` names each that needed it.
  retries: 1,
  // Generous: a busy machine must not fail a journey.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  reporter: [['line'], ['json', { outputFile: process.env.JOURNEY_REPORT ?? '../test-results/journeys.json' }]],
  use: {
    // The global setup sets both before the workers read this file.
    baseURL: process.env.PRODUCT_URL ?? '',
    launchOptions: { executablePath: process.env.CHROMIUM_PATH ?? '', args: chromiumFlags },
    viewport: { width: 1440, height: 900 },
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    // Without it, a step on something that never appears waits as long as the whole journey may take.
    actionTimeout: 120_000,
    // Recording a trace takes a fifth of the time. TRACE=1 keeps one of each failed journey.
    trace: process.env.TRACE ? { mode: 'retain-on-failure', screenshots: false } : 'off',
  },
})
