import { lettersOf } from "./letters.ts";

/** How a library of C or C++ calls its headers and what stands in them, where that is not its own name. */
interface Spoken {
  /** First folders of its headers, or headers without a folder. */
  readonly headers: string;
  /** What its names begin with: namespaces, prefixes, macros. */
  readonly names: string;
}

const spoken: Readonly<Record<string, Spoken>> = {
  abseil: { headers: "absl", names: "absl" },
  avutil: { headers: "libavutil", names: "av_ AV_" },
  bzip2: { headers: "bzlib", names: "BZ2_" },
  catch: { headers: "catch2 catch", names: "Catch REQUIRE CHECK SECTION TEST_CASE" },
  concurrentqueue: { headers: "concurrentqueue blockingconcurrentqueue moodycamel", names: "moodycamel" },
  cli11: { headers: "CLI", names: "CLI" },
  doctest: { headers: "doctest", names: "doctest REQUIRE CHECK SUBCASE TEST_CASE" },
  freetype: { headers: "ft2build freetype", names: "FT_" },
  glew: { headers: "GL/glew", names: "glew GLEW" },
  glib: { headers: "glib glib-object gio gobject", names: "g_ G_" },
  googlebenchmark: { headers: "benchmark", names: "benchmark BENCHMARK" },
  googletest: { headers: "gtest gmock", names: "testing EXPECT_ ASSERT_" },
  grpc: { headers: "grpc grpcpp", names: "grpc" },
  gtest: { headers: "gtest gmock", names: "testing EXPECT_ ASSERT_" },
  hiredis: { headers: "hiredis", names: "redis" },
  icu: { headers: "unicode", names: "icu U_ u_ ucnv_ ucol_ ubrk_" },
  hdf5: { headers: "hdf5 H5Cpp H5public", names: "H5" },
  jpegturbo: { headers: "jpeglib turbojpeg", names: "jpeg_ tj" },
  json: { headers: "nlohmann", names: "nlohmann" },
  jsoncpp: { headers: "json", names: "Json" },
  lcms: { headers: "lcms2", names: "cms" },
  libevent: { headers: "event2 event", names: "event_ evbuffer_ bufferevent_ evhttp_" },
  lzma: { headers: "lzma", names: "lzma_" },
  msgsl: { headers: "gsl", names: "gsl" },
  opencv: { headers: "opencv2 opencv", names: "cv" },
  openssl: {
    headers: "openssl",
    names: "SSL_ EVP_ BIO_ RSA_ X509_ PEM_ SHA256 HMAC RAND_ ERR_ EC_ BN_ TLS_",
  },
  pipewire: { headers: "pipewire", names: "pw_ PW_" },
  placebo: { headers: "libplacebo", names: "pl_ PL_" },
  protobuf: { headers: "google/protobuf", names: "google" },
  pulse: { headers: "pulse", names: "pa_ PA_" },
  qt: { headers: "Q", names: "Q" },
  qtbase: { headers: "Q", names: "Q" },
  rangev: { headers: "range/v3", names: "ranges" },
  swresample: { headers: "libswresample", names: "swr_" },
  swscale: { headers: "libswscale", names: "sws_ SWS_" },
  zlib: { headers: "zlib", names: "inflate deflate compress uncompress crc32 adler32 gz" },
  xml: { headers: "libxml libxml2", names: "xml" },
};

const everyName = Object.values(spoken).flatMap(({ names }) => names.split(" "));

/** `libcurl`, `sqlite3` and `yaml-cpp` speak of `curl`, `sqlite` and `yaml`. */
function stemOf(name: string): string {
  const whole = lettersOf(name);
  if (whole in spoken) return whole;
  const bare = name.toLowerCase().replace(/^lib(?=[a-z])|[-_.]?(?:cpp|cxx|c\+\+|lib)$|[-_.]dev$/g, "");
  const plain = lettersOf(bare);
  return plain in spoken ? plain : plain.replace(/(?<=[a-z])\d+$/, "") || plain;
}

/**
 * Whether a header is a library's: `fmt/format.h` of `fmt`, `nlohmann/json.hpp` of `nlohmann_json`, `zlib.h` of `zlib`,
 * `boost/asio/ip/tcp.hpp` of `boost` and of `boost-asio`.
 */
export function leadsToC(name: string, from: string): boolean {
  const stem = stemOf(name);
  const known = spoken[stem];
  const bare = from.replace(/\.(?:h|hh|hpp|hxx|inl)$/i, "");
  if (/^qt(?:base)?$/.test(stem)) return /^Q(?:t|[A-Z])\w*(?:\/|$)/.test(bare);
  if (known) return known.headers.split(" ").some((one) => bare === one || bare.startsWith(`${one}/`));
  const whole = lettersOf(name);
  const parts = bare.split("/").slice(0, 3).map(lettersOf);
  return parts.some((_, at) => {
    const begun = parts.slice(0, at + 1).join("");
    return begun === stem || begun === whole || begun.replace(/(?<=[a-z])\d+$/, "") === stem;
  });
}

/** Tells whether a chain begins with a name of the library's: its namespace (`fmt.print`), its prefix (`curl_easy_init`). */
export function speakerOfC(name: string): (chain: string) => boolean {
  const stem = stemOf(name);
  const names = spoken[stem]?.names.split(" ");
  // Of the parts of Boost each has its own namespace.
  const [, part] = /^boost[-_.](.+)$/i.exec(name) ?? [];
  const first = stemOf(name.split(/[-_]/, 1)[0]!);
  return (chain) => {
    const [head = "", next = ""] = chain.split(/[.:<([&*]+/, 2);
    // A member of the project's own by custom.
    if (head.endsWith("_")) return false;
    if (names) return names.some((one) => begins(head, one));
    if (part !== undefined) return head === "boost" && lettersOf(next) === lettersOf(part);
    return begins(head.toLowerCase(), first) || (stem.length > 3 && lettersOf(head).startsWith(stem));
  };
}

/** Whether a name begins as those of a library do that is known here. */
export const isSpokenInC = (head: string): boolean => everyName.some((one) => begins(head, one));

/** Short words begin many others, so a short prefix ends with its own stroke or before a capital. */
function begins(head: string, word: string): boolean {
  if (!head.startsWith(word)) return false;
  return word.length > 2 || head === word || /^[_A-Z\d]/.test(head.slice(word.length));
}
