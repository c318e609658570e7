import { writeFileSync } from 'node:fs'

/** Writes the errors that no test handled to a file, because Vitest's JSON report leaves them out. */
export default class UnhandledErrorsReporter {
  onTestRunEnd(_modules, errors) {
    const report = errors.map(({ VITEST_TEST_PATH, stack, message }) => ({
      testFile: VITEST_TEST_PATH ?? '',
      message: stack ?? message,
    }))
    writeFileSync(process.env.UNHANDLED_ERRORS_REPORT, JSON.stringify(report))
  }
}
