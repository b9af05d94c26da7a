/** C++ that builds and times one configuration with each tool: `Launch`, which takes the arguments, and `measure`. */

export const OPENCL = `static void check(cl_int code, const char* what) {
  if (code != CL_SUCCESS) throw std::runtime_error(std::string(what) + " fails with " + std::to_string(code));
}

struct Launch {
  cl_context context;
  cl_kernel kernel;
  std::vector<cl_mem> memory;
  template <typename T> void array(std::size_t count, int place) {
    std::vector<T> values = data<T>(count, place);
    cl_int code;
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, count * sizeof(T), values.data(), &code);
    check(code, "clCreateBuffer");
    memory.push_back(buffer);
    check(clSetKernelArg(kernel, place, sizeof buffer, &buffer), "clSetKernelArg");
  }
  void local(std::size_t bytes, int place) { check(clSetKernelArg(kernel, place, bytes, nullptr), "clSetKernelArg"); }
  template <typename T> void number(T value, int place) { check(clSetKernelArg(kernel, place, sizeof value, &value), "clSetKernelArg"); }
};

/// Milliseconds, the mean of seven runs after one, on the first device.
static double measure(const Run& run) {
  static cl_platform_id platform = nullptr;
  static cl_device_id device = nullptr;
  static cl_context context = nullptr;
  static cl_command_queue queue = nullptr;
  cl_int code = CL_SUCCESS;
  if (!queue) {
    check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code);
    check(code, "clCreateContext");
    queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &code);
    check(code, "clCreateCommandQueue");
  }
  const std::string text = run.defines + SOURCE;
  const char* source = text.c_str();
  cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, &code);
  check(code, "clCreateProgramWithSource");
  check(clBuildProgram(program, 1, &device, "", nullptr, nullptr), "clBuildProgram");
  cl_kernel kernel = clCreateKernel(program, run.kernel.c_str(), &code);
  check(code, "clCreateKernel");
  Launch launch = {context, kernel, {}};
  double sum = 0;
  try {
    run.pass(launch);
    const std::size_t items[3] = {run.groups[0] * run.local[0], run.groups[1] * run.local[1], run.groups[2] * run.local[2]};
    for (int turn = 0; turn < 8; ++turn) {
      cl_event event;
      check(clEnqueueNDRangeKernel(queue, kernel, 3, nullptr, items, run.local, 0, nullptr, &event), "clEnqueueNDRangeKernel");
      check(clWaitForEvents(1, &event), "clWaitForEvents");
      cl_ulong began = 0, ended = 0;
      check(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof began, &began, nullptr), "clGetEventProfilingInfo");
      check(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof ended, &ended, nullptr), "clGetEventProfilingInfo");
      clReleaseEvent(event);
      if (turn > 0) sum += (ended - began) / 1e6;
    }
  } catch (...) {
    for (cl_mem each : launch.memory) clReleaseMemObject(each);
    throw;
  }
  for (cl_mem each : launch.memory) clReleaseMemObject(each);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  return sum / 7;
}`;

export const CUDA = `static void check(CUresult code, const char* what) {
  if (code != CUDA_SUCCESS) throw std::runtime_error(std::string(what) + " fails with " + std::to_string(static_cast<int>(code)));
}
static void check(nvrtcResult code, const char* what) {
  if (code != NVRTC_SUCCESS) throw std::runtime_error(std::string(what) + " fails with " + std::to_string(static_cast<int>(code)));
}

struct Launch {
  std::vector<CUdeviceptr> memory;
  std::vector<std::vector<char>> words;
  std::size_t shared = 0;
  template <typename T> void word(const T& value) {
    const char* bytes = reinterpret_cast<const char*>(&value);
    words.emplace_back(bytes, bytes + sizeof(T));
  }
  template <typename T> void array(std::size_t count, int place) {
    std::vector<T> values = data<T>(count, place);
    CUdeviceptr buffer;
    check(cuMemAlloc(&buffer, count * sizeof(T)), "cuMemAlloc");
    memory.push_back(buffer);
    check(cuMemcpyHtoD(buffer, values.data(), count * sizeof(T)), "cuMemcpyHtoD");
    word(buffer);
  }
  /// All arrays of this kind begin at the same place.
  void local(std::size_t bytes, int) { if (bytes > shared) shared = bytes; }
  template <typename T> void number(T value, int) { word(value); }
};

/// Names of the host's headers, which a compiler at run time has not.
static const char* const PRELUDE = R"(
typedef signed char int8_t; typedef short int16_t; typedef int int32_t; typedef long long int64_t;
typedef unsigned char uint8_t; typedef unsigned short uint16_t; typedef unsigned int uint32_t; typedef unsigned long long uint64_t;
typedef unsigned int uint; typedef unsigned short ushort; typedef unsigned long ulong;
#define INFINITY __int_as_float(0x7f800000)
#define NAN __int_as_float(0x7fffffff)
#define FLT_MAX 3.402823466e+38f
#define FLT_MIN 1.175494351e-38f
#define FLT_EPSILON 1.192092896e-07f
#define DBL_MAX 1.7976931348623158e+308
#define INT_MAX 2147483647
#define INT_MIN (-INT_MAX - 1)
#define UINT_MAX 4294967295u
#define M_PI 3.14159265358979323846
)";

struct Context {
  CUcontext context = nullptr;
  CUdevice device = 0;
  Context() {
    check(cuInit(0), "cuInit");
    check(cuDeviceGet(&device, 0), "cuDeviceGet");
    check(cuDevicePrimaryCtxRetain(&context, device), "cuDevicePrimaryCtxRetain");
    check(cuCtxSetCurrent(context), "cuCtxSetCurrent");
  }
  int attribute(CUdevice_attribute which) const {
    int value = 0;
    check(cuDeviceGetAttribute(&value, which, device), "cuDeviceGetAttribute");
    return value;
  }
};

/// The machine's code of a configuration, or the compiler's first error.
static std::string compiled(const Run& run, const Context& context, std::string& name) {
  const std::string text = PRELUDE + run.defines + SOURCE;
  nvrtcProgram program;
  check(nvrtcCreateProgram(&program, text.c_str(), "kernel.cu", 0, nullptr, nullptr), "nvrtcCreateProgram");
  check(nvrtcAddNameExpression(program, run.kernel.c_str()), "nvrtcAddNameExpression");
  const std::string architecture = "--gpu-architecture=compute_" +
      std::to_string(context.attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)) +
      std::to_string(context.attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR));
  const char* home = std::getenv("CUDA_HOME");
  const std::string headers = std::string("--include-path=") + (home ? home : "/usr/local/cuda") + "/include";
  const char* options[] = {architecture.c_str(), "--std=c++17", "--device-as-default-execution-space", headers.c_str()};
  std::size_t size = 0;
  if (nvrtcCompileProgram(program, 4, options) != NVRTC_SUCCESS) {
    check(nvrtcGetProgramLogSize(program, &size), "nvrtcGetProgramLogSize");
    std::string log(size, ' ');
    check(nvrtcGetProgramLog(program, &log[0]), "nvrtcGetProgramLog");
    const std::size_t error = log.find("error: ");
    throw std::runtime_error(error == std::string::npos ? log : log.substr(error, log.find('\\n', error) - error));
  }
  const char* lowered = nullptr;
  check(nvrtcGetLoweredName(program, run.kernel.c_str(), &lowered), "nvrtcGetLoweredName");
  name = lowered;
  check(nvrtcGetPTXSize(program, &size), "nvrtcGetPTXSize");
  std::string ptx(size, ' ');
  check(nvrtcGetPTX(program, &ptx[0]), "nvrtcGetPTX");
  nvrtcDestroyProgram(&program);
  return ptx;
}

/// Milliseconds, the mean of seven runs after one, on the first device.
static double measure(const Run& run) {
  const Context context;
  std::string name;
  const std::string ptx = compiled(run, context, name);
  CUmodule module;
  CUfunction function;
  check(cuModuleLoadData(&module, ptx.c_str()), "cuModuleLoadData");
  check(cuModuleGetFunction(&function, module, name.c_str()), "cuModuleGetFunction");
  Launch launch;
  run.pass(launch);
  if (launch.shared > 48 * 1024)
    check(cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, static_cast<int>(launch.shared)), "cuFuncSetAttribute");
  CUevent began, ended;
  check(cuEventCreate(&began, CU_EVENT_DEFAULT), "cuEventCreate");
  check(cuEventCreate(&ended, CU_EVENT_DEFAULT), "cuEventCreate");
  std::vector<void*> arguments;
  for (std::vector<char>& word : launch.words) arguments.push_back(word.data());
  double sum = 0;
  for (int turn = 0; turn < 8; ++turn) {
    check(cuEventRecord(began, nullptr), "cuEventRecord");
    check(cuLaunchKernel(function, run.groups[0], run.groups[1], run.groups[2], run.local[0], run.local[1], run.local[2],
                         launch.shared, nullptr, arguments.data(), nullptr), "cuLaunchKernel");
    check(cuEventRecord(ended, nullptr), "cuEventRecord");
    check(cuEventSynchronize(ended), "cuEventSynchronize");
    float milliseconds = 0;
    check(cuEventElapsedTime(&milliseconds, began, ended), "cuEventElapsedTime");
    if (turn > 0) sum += milliseconds;
  }
  return sum / 7;
}`;

export const ktt = (api: 'OpenCL' | 'CUDA'): string => `struct Launch {
  ktt::Tuner& tuner;
  std::vector<ktt::ArgumentId> arguments;
  template <typename T> void array(std::size_t count, int place) {
    arguments.push_back(tuner.AddArgumentVector(data<T>(count, place), ktt::ArgumentAccessType::ReadWrite));
  }
  void local(std::size_t bytes, int) { arguments.push_back(tuner.AddArgumentLocal<char>(bytes)); }
  template <typename T> void number(T value, int) { arguments.push_back(tuner.AddArgumentScalar(value)); }
};

/// Milliseconds, the mean of seven runs after one, on the first device.
static double measure(const Run& run) {
  ktt::Tuner tuner(0, 0, ktt::ComputeApi::${api});
  tuner.SetGlobalSizeType(ktt::GlobalSizeType::CUDA);
  const ktt::DimensionVector groups(run.groups[0], run.groups[1], run.groups[2]);
  const ktt::DimensionVector local(run.local[0], run.local[1], run.local[2]);
  const ktt::KernelDefinitionId definition = tuner.AddKernelDefinition(run.kernel, run.defines + SOURCE, groups, local);
  Launch launch = {tuner, {}};
  run.pass(launch);
  tuner.SetArguments(definition, launch.arguments);
  const ktt::KernelId kernel = tuner.CreateSimpleKernel(run.kernel, definition);
  double sum = 0;
  for (int turn = 0; turn < 8; ++turn) {
    const ktt::KernelResult result = tuner.Run(kernel, {}, {});
    if (!result.IsValid()) throw std::runtime_error("KTT could not run it");
    if (turn > 0) sum += result.GetKernelDuration() / 1e6;
  }
  return sum / 7;
}`;
