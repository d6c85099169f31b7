/** The class hierarchy of common types of Java's standard library. */

/** Each type with its direct bases; without any, it extends `Object` alone. */
const heads = `
AbstractCollection Collection, AbstractList AbstractCollection List, AbstractMap Map, AbstractQueue AbstractCollection Queue,
AbstractSet AbstractCollection Set, AnnotatedElement, Annotation, Appendable, ArithmeticException RuntimeException,
ArrayBlockingQueue AbstractQueue BlockingQueue Serializable, ArrayDeque AbstractCollection Deque Cloneable Serializable,
ArrayIndexOutOfBoundsException IndexOutOfBoundsException, ArrayList AbstractList RandomAccess Cloneable Serializable,
ArrayStoreException RuntimeException, AssertionError Error, AtomicBoolean Serializable, AtomicInteger Number, AtomicLong Number,
AtomicReference Serializable, AutoCloseable, BaseStream AutoCloseable, BiConsumer, BiFunction, BiPredicate,
BigDecimal Number Comparable, BigInteger Number Comparable, BinaryOperator BiFunction, BitSet Cloneable Serializable,
BlockingDeque BlockingQueue Deque, BlockingQueue Queue, Boolean Comparable Serializable Constable, BooleanSupplier,
BufferedInputStream FilterInputStream, BufferedOutputStream FilterOutputStream, BufferedReader Reader, BufferedWriter Writer,
Byte Number Comparable Constable, ByteArrayInputStream InputStream, ByteArrayOutputStream OutputStream,
ByteBuffer Buffer Comparable, Buffer, CRC32 Checksum, Calendar Serializable Cloneable Comparable, Callable,
CancellationException IllegalStateException, CharSequence, Character Comparable Serializable Constable, Charset Comparable,
Checksum, Class Serializable GenericDeclaration Type AnnotatedElement Constable, ClassCastException RuntimeException, ClassLoader,
ClassNotFoundException ReflectiveOperationException, Clock InstantSource, InstantSource, CloneNotSupportedException Exception,
Cloneable, Closeable AutoCloseable, Collection Iterable, Collector, Comparable, Comparator,
CompletableFuture Future CompletionStage, CompletionException RuntimeException, CompletionStage,
ConcurrentHashMap AbstractMap ConcurrentMap Serializable, ConcurrentLinkedDeque AbstractCollection Deque Serializable,
ConcurrentLinkedQueue AbstractQueue Queue Serializable, ConcurrentMap Map, ConcurrentModificationException RuntimeException,
ConcurrentNavigableMap ConcurrentMap NavigableMap, ConcurrentSkipListMap AbstractMap ConcurrentNavigableMap Cloneable Serializable,
ConcurrentSkipListSet AbstractSet NavigableSet Cloneable Serializable, Condition, Constable, Constructor Executable, Consumer,
CopyOnWriteArrayList List RandomAccess Cloneable Serializable, CopyOnWriteArraySet AbstractSet Serializable, CountDownLatch,
CyclicBarrier, DataInput, DataInputStream FilterInputStream DataInput, DataOutput, DataOutputStream FilterOutputStream DataOutput,
Date Serializable Cloneable Comparable, DateFormat Format, DecimalFormat NumberFormat, Deque Queue, Dictionary,
Double Number Comparable Constable, DoubleBinaryOperator, DoubleConsumer, DoubleFunction, DoublePredicate, DoubleStream BaseStream,
DoubleSupplier, DoubleUnaryOperator, Duration TemporalAmount Comparable Serializable, Entry,
Enum Comparable Serializable Constable, EnumMap AbstractMap Serializable Cloneable, EnumSet AbstractSet Cloneable Serializable,
Enumeration, EOFException IOException, Error Throwable, EventListener, Exception Throwable,
ExceptionInInitializerError LinkageError, Executable AccessibleObject Member GenericDeclaration, AccessibleObject AnnotatedElement,
ExecutionException Exception, Executor, ExecutorService Executor, Field AccessibleObject Member, File Serializable Comparable,
FileInputStream InputStream, FileNotFoundException IOException, FileOutputStream OutputStream, FileReader InputStreamReader,
FileWriter OutputStreamWriter, FilterInputStream InputStream, FilterOutputStream OutputStream, Float Number Comparable Constable,
Flushable, Format Serializable Cloneable, Function, Future, FutureTask RunnableFuture, GenericArrayType Type,
GenericDeclaration AnnotatedElement, GregorianCalendar Calendar, HashMap AbstractMap Cloneable Serializable,
HashSet AbstractSet Cloneable Serializable, Hashtable Dictionary Map Cloneable Serializable, IOException Exception,
IdentityHashMap AbstractMap Serializable Cloneable, IllegalAccessException ReflectiveOperationException,
IllegalArgumentException RuntimeException, IllegalMonitorStateException RuntimeException, IllegalStateException RuntimeException,
IndexOutOfBoundsException RuntimeException, InetAddress Serializable, InputStream Closeable, InputStreamReader Reader,
InstantiationException ReflectiveOperationException, Instant Temporal TemporalAdjuster Comparable Serializable, IntBinaryOperator,
IntConsumer, IntFunction, IntPredicate, IntStream BaseStream, IntSupplier, IntToDoubleFunction, IntToLongFunction,
IntUnaryOperator, Integer Number Comparable Constable, InternalError VirtualMachineError, InterruptedException Exception,
InvocationHandler, InvocationTargetException ReflectiveOperationException, Iterable, Iterator, LinkageError Error,
LinkedBlockingDeque AbstractQueue BlockingDeque Serializable, LinkedBlockingQueue AbstractQueue BlockingQueue Serializable,
LinkedHashMap HashMap, LinkedHashSet HashSet, LinkedList AbstractSequentialList Deque Cloneable Serializable,
AbstractSequentialList AbstractList, List Collection, ListIterator Iterator,
LocalDate Temporal TemporalAdjuster ChronoLocalDate Serializable, ChronoLocalDate Temporal TemporalAdjuster Comparable,
LocalDateTime Temporal TemporalAdjuster Serializable Comparable, LocalTime Temporal TemporalAdjuster Comparable Serializable,
Locale Cloneable Serializable, Lock, Long Number Comparable Constable, LongBinaryOperator, LongConsumer, LongFunction,
LongPredicate, LongStream BaseStream, LongSupplier, LongUnaryOperator, Map, Matcher MatchResult, MatchResult, Member,
Method Executable, MissingResourceException RuntimeException, NavigableMap SortedMap, NavigableSet SortedSet,
NegativeArraySizeException RuntimeException, NoClassDefFoundError LinkageError, NoSuchElementException RuntimeException,
NoSuchFieldException ReflectiveOperationException, NoSuchMethodException ReflectiveOperationException,
NullPointerException RuntimeException, Number Serializable, NumberFormat Format, NumberFormatException IllegalArgumentException,
ObjDoubleConsumer, ObjIntConsumer, ObjLongConsumer, ObjectInput DataInput AutoCloseable, ObjectInputStream InputStream ObjectInput,
ObjectOutput DataOutput AutoCloseable, ObjectOutputStream OutputStream ObjectOutput, Optional, OptionalDouble, OptionalInt,
OptionalLong, OutOfMemoryError VirtualMachineError, OutputStream Closeable Flushable, OutputStreamWriter Writer,
ParameterizedType Type, ParseException Exception, Path Comparable Iterable Watchable, Watchable, Pattern Serializable, Predicate,
PrintStream FilterOutputStream Appendable, PrintWriter Writer, PriorityBlockingQueue AbstractQueue BlockingQueue Serializable,
PriorityQueue AbstractQueue Serializable, Process, Properties Hashtable, Queue Collection, Random RandomGenerator Serializable,
RandomAccess, RandomGenerator, Readable, Reader Readable Closeable, Record, ReentrantLock Lock Serializable, Reference,
ReflectiveOperationException Exception, Runnable, RunnableFuture Runnable Future, RuntimeException Exception,
ScheduledExecutorService ExecutorService, ScheduledFuture Future Comparable, SecurityException RuntimeException,
Semaphore Serializable, Serializable, Set Collection, Short Number Comparable Constable, SimpleDateFormat DateFormat,
SoftReference Reference, SortedMap Map, SortedSet Set, Spliterator, Stack Vector, StackOverflowError VirtualMachineError,
StackTraceElement Serializable, Stream BaseStream, String CharSequence Comparable Serializable Constable,
StringBuffer CharSequence Appendable Comparable Serializable, StringBuilder CharSequence Appendable Comparable Serializable,
StringReader Reader, StringWriter Writer, Supplier, Temporal TemporalAccessor, TemporalAccessor, TemporalAdjuster, TemporalAmount,
Thread Runnable, ThreadFactory, ThreadLocal, ThreadPoolExecutor ExecutorService, Throwable Serializable, TimeUnit Enum,
TimeZone Serializable Cloneable, TimeoutException Exception, Timer, TimerTask Runnable, ToDoubleBiFunction, ToDoubleFunction,
ToIntBiFunction, ToIntFunction, ToLongBiFunction, ToLongFunction, TreeMap AbstractMap NavigableMap Cloneable Serializable,
TreeSet AbstractSet NavigableSet Cloneable Serializable, Type, TypeVariable Type AnnotatedElement, UnaryOperator Function,
UncheckedIOException RuntimeException, UndeclaredThrowableException RuntimeException, UnsupportedEncodingException IOException,
UnsupportedOperationException RuntimeException, URI Comparable Serializable, URL Serializable, UUID Serializable Comparable,
Vector AbstractList RandomAccess Cloneable Serializable, VirtualMachineError Error, Void, WeakHashMap AbstractMap Map,
WeakReference Reference, WildcardType Type, Writer Appendable Closeable Flushable, ZonedDateTime Temporal Comparable Serializable
`;

const bases: ReadonlyMap<string, readonly string[]> = new Map(
  heads
    .trim()
    .split(/,\s/)
    .map((line) => line.split(" "))
    .map(([name, ...named]) => [name!, named]),
);

const above = new Map<string, readonly string[]>();

/** All ancestors of a library type, nearest first, without `Object`; none for an unknown name. */
export function aboveInPlatform(name: string): readonly string[] {
  const known = above.get(name);
  if (known) return known;
  const found = new Set<string>();
  let level = bases.get(name) ?? [];
  while (level.length > 0) {
    for (const one of level) found.add(one);
    level = level.flatMap((one) => bases.get(one) ?? []);
  }
  const all = [...found];
  if (bases.has(name)) above.set(name, all);
  return all;
}

/** Whether a type's ancestors are known. */
export const isOfPlatform = (name: string): boolean => bases.has(name);

/** The library's functional interfaces: number of parameters, and whether a value is returned. */
const functions: ReadonlyMap<string, { readonly takes: number; readonly gives: boolean }> = new Map(
  (
    "Runnable:0 Supplier:0v BooleanSupplier:0v IntSupplier:0v LongSupplier:0v DoubleSupplier:0v Callable:0v " +
    "Consumer:1 IntConsumer:1 LongConsumer:1 DoubleConsumer:1 BiConsumer:2 ObjIntConsumer:2 ObjLongConsumer:2 ObjDoubleConsumer:2 " +
    "Function:1v IntFunction:1v LongFunction:1v DoubleFunction:1v ToIntFunction:1v ToLongFunction:1v ToDoubleFunction:1v " +
    "IntToLongFunction:1v IntToDoubleFunction:1v BiFunction:2v ToIntBiFunction:2v ToLongBiFunction:2v ToDoubleBiFunction:2v " +
    "UnaryOperator:1v IntUnaryOperator:1v LongUnaryOperator:1v DoubleUnaryOperator:1v " +
    "BinaryOperator:2v IntBinaryOperator:2v LongBinaryOperator:2v DoubleBinaryOperator:2v " +
    "Predicate:1v BiPredicate:2v IntPredicate:1v LongPredicate:1v DoublePredicate:1v Comparator:2v Comparable:1v " +
    "Executor:1 ThreadFactory:1v InvocationHandler:3v TemporalAdjuster:1v Iterable:0v AutoCloseable:0 Closeable:0 Flushable:0 Readable:1v"
  )
    .split(" ")
    .map((line) => line.split(":"))
    .map(([name, shape]) => [name!, { takes: Number(shape![0]), gives: shape!.endsWith("v") }]),
);

/** The function that can implement a library type; undefined where none can. */
export const functionOfPlatform = (name: string) => functions.get(name);
