import type { Scalar } from '../front/scalar.ts';
import type { Batch, BatchArgument, BatchRun } from './batch.ts';
import { CUDA, ktt, OPENCL } from './cpp-measures.ts';
import { outcomeOf, Refused } from './refused.ts';
import type { Script } from './script.ts';

/** C++'s types of the same width. */
const TYPES: Readonly<Record<Scalar, string | undefined>> = {
  bool: 'bool',
  char: 'std::int8_t',
  uchar: 'std::uint8_t',
  short: 'std::int16_t',
  ushort: 'std::uint16_t',
  int: 'std::int32_t',
  uint: 'std::uint32_t',
  long: 'std::int64_t',
  ulong: 'std::uint64_t',
  half: undefined,
  float: 'float',
  double: 'double',
  pointer: undefined,
};

function typeOf(type: Scalar): string {
  const found = TYPES[type];
  if (found !== undefined) return found;
  throw new Refused(`An argument of type ${type} cannot be passed from C++; take kernel-tuner.`);
}

/** A delimiter that does not occur in the text. */
function raw(text: string): string {
  let mark = 'overtime';
  while (text.includes(`)${mark}"`)) mark += 'x';
  // Compilers take about 64,000 characters at once.
  const parts = text.match(/[\s\S]{1,8000}/g) ?? [''];
  return parts.map((part) => `R"${mark}(${part})${mark}"`).join('\n    ');
}

const quoted = (text: string): string => JSON.stringify(text).replaceAll('??', String.raw`?\?`);

const defined = ({ defines }: BatchRun): string =>
  quoted(
    Object.entries(defines)
      .map(([name, value]) => `#define ${name} ${value}\n`)
      .join(''),
  );

const sizes = (three: readonly number[]): string => `{${three.join(', ')}}`;

function passed(argument: BatchArgument, place: number): string {
  switch (argument.kind) {
    case 'array':
      return `launch.array<${typeOf(argument.element)}>(${argument.count}, ${place});`;
    case 'local':
      return `launch.local(${argument.bytes}, ${place});`;
    case 'number':
      return `launch.number<${typeOf(argument.type)}>(${argument.value}, ${place});`;
  }
}

function program(batch: Batch, tool: string, includes: string, code: string): string {
  const [first] = batch.runs;
  const names = Object.keys(first?.values ?? {});
  const runs = batch.runs.map((run) => {
    const row = names.map((name) => run.values[name] ?? 0).join(',');
    const setting = run.arguments.map((each, place) => `        ${passed(each, place)}`);
    return [
      `    {${quoted(row)}, ${defined(run)}, ${quoted(run.entry)}, ${sizes(run.local)}, ${sizes(run.groups)}, [](Launch& launch) {`,
      ...setting,
      '    }},',
    ].join('\n');
  });
  return `// Measures ${batch.runs.length} configurations of ${batch.kernel} with ${tool}, and adds their times to a table.
// The contents of arrays are made up. Where the kernel's time hangs on them, fill them in data().
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <functional>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>
${includes}

static const char* const FILE_OF_TIMES = ${quoted(batch.file)};
static const char* const HEADER = ${quoted([...names, 'time_ms', 'status'].join(','))};
static const char* const SOURCE =
    ${raw(batch.text)};

/// The contents of the array argument at a place.
template <typename T> std::vector<T> data(std::size_t count, int place) {
  std::vector<T> values(count);
  for (std::size_t at = 0; at < count; ++at)
    values[at] = std::is_floating_point<T>::value ? static_cast<T>(((at + place) * 2654435761u % 1000) / 1000.0)
                                                  : static_cast<T>(at % 7);
  return values;
}

struct Launch;
struct Run {
  std::string values, defines, kernel;
  std::size_t local[3], groups[3];
  std::function<void(Launch&)> pass;
};

${code}

static const std::vector<Run> RUNS = {
${runs.join('\n')}
};

/// Adds a row to the table, which has a first line of this program's.
static void add(const std::string& values, const std::string& time, const std::string& status) {
  std::string header;
  { std::ifstream table(FILE_OF_TIMES); std::getline(table, header); }
  if (!header.empty() && header.back() == '\\r') header.pop_back();
  if (!header.empty() && header != HEADER)
    throw std::logic_error(std::string(FILE_OF_TIMES) + " has other columns than " + HEADER + ": name another file");
  std::ofstream table(FILE_OF_TIMES, std::ios::app);
  if (header.empty()) table << HEADER << '\\n';
  table << values << ',' << time << ',' << status << '\\n';
  if (!table.flush()) throw std::logic_error(std::string(FILE_OF_TIMES) + " cannot be written");
}

/// Measures one, and adds its row.
static void take(const Run& run) {
  std::string time, status = "ok";
  try {
    std::ostringstream text;
    text.precision(9);
    text << measure(run);
    time = text.str();
  } catch (const std::exception& error) {
    status = std::string(error.what()).substr(0, 120);
    for (char& each : status) if (each == ',' || each == '"' || each == '\\n') each = ' ';
  }
  add(run.values, time, status);
  std::cout << run.values << ": " << (time.empty() ? status : time + " ms") << std::endl;
}

/// Each configuration has a process of its own: one that goes out of bounds spoils no other.
int main(int count, char** words) {
  try {
    if (count > 1) {
      take(RUNS.at(std::stoul(words[1])));
      return 0;
    }
    for (std::size_t at = 0; at < RUNS.size(); ++at) {
      const std::string command = std::string("\\"") + words[0] + "\\" " + std::to_string(at);
      const int ended = std::system(command.c_str());
      if (ended != 0) add(RUNS[at].values, "", "its process ended with " + std::to_string(ended));
    }
  } catch (const std::exception& error) {
    std::cerr << error.what() << std::endl;
    return 1;
  }
  return 0;
}
`;
}

const CPP = { ending: '.cpp', type: 'text/x-c++' } as const;

export const OPENCL_PROGRAM = {
  ...CPP,
  id: 'opencl',
  label: 'OpenCL',
  help: 'C++ with OpenCL alone (g++ -std=c++17 FILE -lOpenCL)',
  write: (batch) =>
    outcomeOf(() => {
      if (batch.language === 'cuda')
        throw new Refused('The kernel is CUDA, which OpenCL does not run; take cuda.');
      const includes = '#define CL_TARGET_OPENCL_VERSION 120\n#include <CL/cl.h>';
      return program(batch, 'OpenCL', includes, OPENCL);
    }),
} as const satisfies Script;

export const CUDA_PROGRAM = {
  ...CPP,
  id: 'cuda',
  label: 'CUDA',
  help: 'C++ with the CUDA driver (g++ -std=c++17 FILE -lcuda -lnvrtc)',
  write: (batch) =>
    outcomeOf(() => {
      if (batch.language !== 'cuda')
        throw new Refused('The kernel is OpenCL, which CUDA does not compile; take opencl.');
      const includes = '#include <cuda.h>\n#include <nvrtc.h>';
      return program(batch, 'CUDA', includes, CUDA);
    }),
} as const satisfies Script;

export const KTT_PROGRAM = {
  ...CPP,
  id: 'ktt',
  label: 'KTT',
  help: 'C++ with KTT (g++ -std=c++17 FILE -lktt)',
  write: (batch) =>
    outcomeOf(() => {
      const code = ktt(batch.language === 'cuda' ? 'CUDA' : 'OpenCL');
      return program(batch, 'KTT', '#include <Ktt.h>', code);
    }),
} as const satisfies Script;
