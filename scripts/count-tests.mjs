// Ends a run with one line that any CI can count: `N passed, N failed`. Takes the path of vitest's JSON report.
import { readFileSync } from 'node:fs';

const report = process.argv[2];
let passed = 0;
let failed = 1;
try {
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
  // A file that could not be loaded has no tests to count, and is a failure all the same.
  const broken = testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  ).length;
  passed = numPassedTests;
  failed = numFailedTests + broken;
} catch (error) {
  process.stderr.write(`no test report at ${report}: ${error.message}\n`);
}
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
