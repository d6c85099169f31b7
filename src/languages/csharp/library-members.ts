/**
 * Methods that objects of .NET itself have: what an object has itself comes before a method that is added to its type.
 * Listed by reflection from its assemblies: of each type, and all together of 45 that most code uses, with what LINQ adds.
 */
import type { LibraryMembers } from "../../graph/library-rules.ts";

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

const ofObject = "Equals GetHashCode GetType ToString";

/** By the names of types as they are written. */
const ofTypes = {
  string:
    "Clone CompareTo Contains CopyTo EndsWith GetEnumerator GetTypeCode IndexOf IndexOfAny Insert " +
    "IsNormalized LastIndexOf LastIndexOfAny Normalize PadLeft PadRight Remove Replace Split StartsWith " +
    "Substring ToCharArray ToLower ToLowerInvariant ToUpper ToUpperInvariant Trim TrimEnd TrimStart",
  Type:
    "FindInterfaces FindMembers GetArrayRank GetConstructor GetConstructors GetCustomAttributes " +
    "GetCustomAttributesData GetDefaultMembers GetElementType GetEnumName GetEnumNames " +
    "GetEnumUnderlyingType GetEnumValues GetEvent GetEvents GetField GetFields GetGenericArguments " +
    "GetGenericParameterConstraints GetGenericTypeDefinition GetInterface GetInterfaceMap GetInterfaces " +
    "GetMember GetMembers GetMethod GetMethods GetNestedType GetNestedTypes GetProperties GetProperty " +
    "HasSameMetadataDefinitionAs InvokeMember IsAssignableFrom IsDefined IsEnumDefined IsEquivalentTo " +
    "IsInstanceOfType IsSubclassOf MakeArrayType MakeByRefType MakeGenericType MakePointerType",
  StringBuilder:
    "Append AppendFormat AppendJoin AppendLine Clear CopyTo EnsureCapacity Insert Remove Replace",
  Task: "ConfigureAwait ContinueWith Dispose GetAwaiter RunSynchronously Start Wait",
  ConcurrentDictionary: "AddOrUpdate GetOrAdd ToArray TryAdd TryGetValue TryRemove TryUpdate",
  Stream:
    "BeginRead BeginWrite Close CopyTo CopyToAsync Dispose DisposeAsync EndRead EndWrite Flush FlushAsync " +
    "Read ReadAsync ReadByte Seek SetLength Write WriteAsync WriteByte",
};

const all =
  "Abort Add AddAfter AddBefore AddDays AddFirst AddHours AddLast AddMilliseconds AddMinutes AddMonths " +
  "AddOrUpdate AddRange AddSeconds AddTicks AddYears Aggregate All Any Append AppendFormat AppendJoin " +
  "AppendLine AsEnumerable AsQueryable AsReadOnly Average BeginRead BeginWrite BinarySearch Cancel " +
  "CancelAfter Cast Clear Clone Close CompareTo Concat ConfigureAwait Contains ContainsKey " +
  "ContainsValue ContinueWith ConvertAll CopyTo CopyToAsync Count CreateDelegate CreateInstance " +
  "DefaultIfEmpty Dequeue DisableComObjectEagerCleanup Dispose DisposeAsync Distinct Divide Duration " +
  "DynamicInvoke ElementAt ElementAtOrDefault Empty EndRead EndWrite EndsWith Enqueue EnsureCapacity " +
  "Equals EqualsExact Except ExceptWith Exists Find FindAll FindIndex FindInterfaces FindLast " +
  "FindLastIndex FindMembers First FirstOrDefault Flush FlushAsync ForEach GetAccessors " +
  "GetApartmentState GetArrayRank GetAwaiter GetBaseDefinition GetBaseException GetByteCount GetBytes " +
  "GetCharCount GetChars GetCompressedStack GetConstantValue GetConstructor GetConstructors " +
  "GetCustomAttributes GetCustomAttributesData GetDateTimeFormats GetDecoder GetDefaultMembers " +
  "GetElementType GetEncoder GetEnumName GetEnumNames GetEnumUnderlyingType GetEnumValues GetEnumerator " +
  "GetEvent GetEvents GetExportedTypes GetField GetFields GetFile GetFiles GetForwardedTypes " +
  "GetGenericArguments GetGenericMethodDefinition GetGenericParameterConstraints " +
  "GetGenericTypeDefinition GetGetMethod GetGroupNames GetGroupNumbers GetHashCode GetIndexParameters " +
  "GetInterface GetInterfaceMap GetInterfaces GetInvocationList GetLength GetLoadedModules " +
  "GetLongLength GetLowerBound GetManifestResourceInfo GetManifestResourceNames " +
  "GetManifestResourceStream GetMaxByteCount GetMaxCharCount GetMember GetMembers GetMethod " +
  "GetMethodBody GetMethodImplementationFlags GetMethods GetModule GetModules GetName GetNestedType " +
  "GetNestedTypes GetObjectData GetOptionalCustomModifiers GetOrAdd GetParameters GetPreamble " +
  "GetProperties GetProperty GetRange GetRawConstantValue GetRealObject GetReferencedAssemblies " +
  "GetRequiredCustomModifiers GetSatelliteAssembly GetService GetSetMethod GetString GetType " +
  "GetTypeCode GetTypes GetUpperBound GetValue GetValueDirect GetValueOrDefault GroupBy GroupJoin " +
  "GroupNameFromNumber GroupNumberFromName HasSameMetadataDefinitionAs IndexOf IndexOfAny Initialize " +
  "Insert InsertRange Interrupt Intersect IntersectWith Invoke InvokeMember IsAlwaysNormalized " +
  "IsAssignableFrom IsDaylightSavingTime IsDefined IsEnumDefined IsEquivalentTo IsInstanceOfType " +
  "IsMatch IsNormalized IsProperSubsetOf IsProperSupersetOf IsSubclassOf IsSubsetOf IsSupersetOf Join " +
  "Last LastIndexOf LastIndexOfAny LastOrDefault LoadModule LongCount MakeArrayType MakeByRefType " +
  "MakeGenericMethod MakeGenericType MakePointerType Match Matches Max Min MoveNext Multiply Negate " +
  "NextMatch Normalize OfType OnDeserialization OrderBy OrderByDescending Overlaps PadLeft PadRight " +
  "Peek Pop Prepend Push Range Read ReadAsync ReadBlock ReadBlockAsync ReadByte ReadLine ReadLineAsync " +
  "ReadToEnd ReadToEndAsync Register Release Remove RemoveAll RemoveAt RemoveFirst RemoveLast " +
  "RemoveRange RemoveWhere Repeat Replace Reset Result Resume Reverse RunSynchronously Seek Select " +
  "SelectMany SequenceEqual SetApartmentState SetCompressedStack SetEquals SetLength SetValue " +
  "SetValueDirect Single SingleOrDefault Skip SkipLast SkipWhile Sort Split Start StartsWith Substring " +
  "Subtract Sum Suspend SymmetricExceptWith Take TakeLast TakeWhile ThenBy ThenByDescending " +
  "ThrowIfCancellationRequested ToArray ToBinary ToByteArray ToCharArray ToDictionary ToFileTime " +
  "ToFileTimeUtc ToHashSet ToList ToLocalTime ToLongDateString ToLongTimeString ToLookup ToLower " +
  "ToLowerInvariant ToOADate ToOffset ToShortDateString ToShortTimeString ToString ToUniversalTime " +
  "ToUnixTimeMilliseconds ToUnixTimeSeconds ToUpper ToUpperInvariant Trim TrimEnd TrimExcess TrimStart " +
  "TrueForAll TryAdd TryDequeue TryFormat TryGetValue TryPeek TryPop TryRemove TrySetApartmentState " +
  "TryUpdate TryWriteBytes Union UnionWith Wait WaitAsync Where Write WriteAsync WriteByte WriteLine " +
  "WriteLineAsync Zip";

const final =
  "bool byte char decimal double float int long sbyte short string uint ulong ushort CancellationToken DateTime DateTimeOffset Guid String TimeSpan Uri";

const classes =
  "BitConverter Buffer Console Convert Debug Directory Dns Environment File GC Interlocked Marshal Math MathF " +
  "Monitor Parallel Path RuntimeHelpers ThreadPool Trace Volatile WebUtility";

export const libraryMembers: LibraryMembers = {
  final: words(final),
  ofType: new Map(Object.entries(ofTypes).map(([type, names]) => [type, words(`${ofObject} ${names}`)])),
  ofSome: words(all),
  ofClasses: new Set(classes.split(" ").flatMap((name) => [name, `System.${name}`])),
};
